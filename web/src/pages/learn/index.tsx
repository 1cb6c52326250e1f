// The page "learn": the course and all techniques, a stop of the course, or the lesson about a
// technique.

import type { PageProps } from "../../app/page";
import "../explain/explain.css";
import "./learn.css";
import { StopPage } from "./course";
import { LessonPage } from "./lesson";
import { List } from "./list";

export default function Learn({ rest, query }: PageProps) {
  const [, stop] = /^course\/(.+)$/.exec(rest) ?? [];
  if (stop) return <StopPage name={stop} />;
  if (!rest || rest === "course") return <List query={query} />;
  return (
    <LessonPage
      key={rest} name={rest} kind={query.get("kind")} isPractice={query.has("practice")} stop={query.get("stop") ?? ""}
    />
  );
}
