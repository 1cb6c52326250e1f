// The frame of every page: header, navigation, and the page for the path.

import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { PlayDropped } from "../pages/home/dropping";
import { Boundary } from "./boundary";
import { Mark } from "./icons";
import { late, PageLinks, type PageProps, TITLES } from "./page";
import { followLinks, usePlace } from "./router";
import { ThemeButton } from "./theme";
import { Toasts } from "./toasts";

// Pages are loaded when they are first shown.
const PAGES: Record<"" | keyof typeof TITLES, ComponentType<PageProps>> = {
  "": late(() => import("../pages/home")),
  play: late(() => import("../pages/play")),
  explain: late(() => import("../pages/explain")),
  learn: late(() => import("../pages/learn")),
  make: late(() => import("../pages/make")),
  race: late(() => import("../pages/race")),
  you: late(() => import("../pages/you")),
};

// These pages use what is dropped on them in their own way.
const OPENS_DROPPED = ["", "explain"];

export function Shell() {
  const { path, query } = usePlace();
  const [name = "", ...rest] = path.split("/");
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const key = Object.hasOwn(PAGES, name) ? (name as keyof typeof PAGES) : null;
  const Page = key !== null && PAGES[key];
  useEffect(() => {
    document.title = key ? `${TITLES[key]} · pandoku` : "pandoku";
  }, [name]);
  // After a link, screen readers start with the new page, not with the header. The page may then
  // move the focus further, to its heading or its board.
  useLayoutEffect(() => {
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path]);
  return (
    <div class="shell" onClick={followLinks}>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="bar">
        <a class="brand" href="./" aria-label="pandoku: home" aria-current={path === "" ? "page" : undefined}>
          <Mark />
          <span class="brand-name">pandoku</span>
        </a>
        <nav aria-label="Pages"><PageLinks current={name} /></nav>
        <ThemeButton />
        <Toasts />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Boundary key={name}>
          {Page ? <Page rest={rest.join("/")} query={query} /> : <Missing path={path} />}
        </Boundary>
      </main>
      {!OPENS_DROPPED.includes(name) && <PlayDropped />}
    </div>
  );
}

function Missing({ path }: { path: string }) {
  return (
    <section class="notice missing">
      <h1>Page not found</h1>
      <p>Nothing is at “{path}”. The link may be cut off, or from another version.</p>
      <p><a class="button primary" href="./">Home</a></p>
    </section>
  );
}
