import type { PageProps } from "../../app/shell";

export default function Home(_: PageProps) {
  return <h1>Home</h1>;
}
