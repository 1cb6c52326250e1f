import type { PageProps } from "../../app/shell";

export default function Play(_: PageProps) {
  return <h1>Play</h1>;
}
