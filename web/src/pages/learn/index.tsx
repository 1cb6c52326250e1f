// The page "learn": the list of all techniques, or the lesson about a technique.

import type { PageProps } from "../../app/page";
import "../explain/explain.css";
import "./learn.css";
import { LessonPage } from "./lesson";
import { List } from "./list";

export default function Learn({ rest, query }: PageProps) {
  return rest ? <LessonPage key={rest} name={rest} /> : <List query={query} />;
}
