import type { PageProps } from "../../app/shell";

export default function Race(_: PageProps) {
  return <h1>Race</h1>;
}
