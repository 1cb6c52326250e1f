import type { PageProps } from "../../app/shell";

export default function Learn(_: PageProps) {
  return <h1>Learn</h1>;
}
