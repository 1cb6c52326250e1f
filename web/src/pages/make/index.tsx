import type { PageProps } from "../../app/shell";

export default function Make(_: PageProps) {
  return <h1>Make</h1>;
}
