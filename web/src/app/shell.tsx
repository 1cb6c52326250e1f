// The frame of every page: header, navigation, and the page for the path.

import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { followLinks, usePlace } from "./router";
import { Toasts } from "./toasts";

/** What a page gets: the rest of the path after its name ("x-wing"), and the query. */
export interface PageProps {
  rest: string;
  query: URLSearchParams;
}

type Load = () => Promise<{ default: ComponentType<PageProps> }>;

// Each page is a chunk of its own, loaded when it is first shown.
const PAGES: Record<string, { title: string; load: Load }> = {
  "": { title: "pandoku", load: () => import("../pages/home") },
  play: { title: "Play", load: () => import("../pages/play") },
  explain: { title: "Explain", load: () => import("../pages/explain") },
  learn: { title: "Learn", load: () => import("../pages/learn") },
  make: { title: "Make", load: () => import("../pages/make") },
  race: { title: "Race", load: () => import("../pages/race") },
};

export function Shell() {
  const { path, query } = usePlace();
  const [name = "", ...rest] = path.split("/");
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const page = PAGES[name];
  useEffect(() => {
    document.title = page && name ? `${page.title} · pandoku` : "pandoku";
    // A reader who follows a link hears the new page, not the header again.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [name]);
  return (
    <div class="shell" onClick={followLinks}>
      <a class="skip" href="#main">Skip to the page</a>
      <header class="bar">
        <a class="brand" href="./">pandoku</a>
        <nav aria-label="Pages">
          {Object.entries(PAGES).slice(1).map(([key, { title }]) => (
            <a key={key} href={key} aria-current={key === name ? "page" : undefined}>{title}</a>
          ))}
        </nav>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {page ? <Loaded key={name} load={page.load} rest={rest.join("/")} query={query} /> : <Missing />}
      </main>
      <Toasts />
    </div>
  );
}

function Loaded({ load, ...props }: { load: Load } & PageProps) {
  const [Page, setPage] = useState<ComponentType<PageProps> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    load().then((module) => setPage(() => module.default), () => setFailed(true));
  }, [load]);
  if (failed) return <p class="notice" role="alert">This page could not be loaded. Check the connection and reload.</p>;
  return Page ? <Page {...props} /> : <p class="loading" aria-live="polite">Loading…</p>;
}

function Missing() {
  return (
    <section class="notice">
      <h1>There is no such page</h1>
      <p><a href="./">Back to the start</a></p>
    </section>
  );
}
