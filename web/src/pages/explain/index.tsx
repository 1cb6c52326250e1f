import type { PageProps } from "../../app/shell";

export default function Explain(_: PageProps) {
  return <h1>Explain</h1>;
}
