// The frame of every page: header, navigation, and the page for the path.

import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import Home from "../pages/home";
import Play from "../pages/play";
import { Boundary, Failure } from "./boundary";
import { Mark } from "./icons";
import { followLinks, usePlace } from "./router";
import { ThemeButton } from "./theme";
import { Toasts } from "./toasts";

/** What a page gets: the rest of the path after its name ("x-wing"), and the query. */
export interface PageProps {
  rest: string;
  query: URLSearchParams;
}

type Page = ComponentType<PageProps>;

// The first script has the board and the way to it; every other page is loaded when it is first shown.
const PAGES: Record<string, { title: string; Page: Page }> = {
  "": { title: "pandoku", Page: Home },
  play: { title: "Play", Page: Play },
  explain: { title: "Explain", Page: late(() => import("../pages/explain")) },
  learn: { title: "Learn", Page: late(() => import("../pages/learn")) },
  make: { title: "Make", Page: late(() => import("../pages/make")) },
  race: { title: "Race", Page: late(() => import("../pages/race")) },
};

/** Put `title` before the name of the program in the browser's title; the page's own title if "". */
export function useTitle(title: string): void {
  useEffect(() => {
    if (title) document.title = `${title} · pandoku`;
  }, [title]);
}

/**
 * Hide the header on phones while `isQuiet`: the board needs the room. The page then shows its own
 * way to the other pages.
 */
export function useQuietHeader(isQuiet = true): void {
  useLayoutEffect(() => {
    document.documentElement.classList.toggle("quiet-header", isQuiet);
    return () => document.documentElement.classList.remove("quiet-header");
  }, [isQuiet]);
}

/** Links to all pages; a page with a quiet header puts them into its menu. */
export function PageLinks({ current }: { current: string }) {
  return (
    <>
      {Object.entries(PAGES).slice(1).map(([key, { title }]) => (
        <a key={key} href={key} aria-current={key === current ? "page" : undefined}>{title}</a>
      ))}
    </>
  );
}

export function Shell() {
  const { path, query } = usePlace();
  const [name = "", ...rest] = path.split("/");
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  useEffect(() => {
    document.title = page && name ? `${page.title} · pandoku` : "pandoku";
    // A reader who follows a link hears the new page, not the header again.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [name]);
  return (
    <div class="shell" onClick={followLinks}>
      <a class="skip" href="#main">Skip to the page</a>
      <header class="bar">
        <a class="brand" href="./" aria-label="pandoku: start" aria-current={path === "" ? "page" : undefined}>
          <Mark />
          <span class="brand-name">pandoku</span>
        </a>
        <nav aria-label="Pages"><PageLinks current={name} /></nav>
        <ThemeButton />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Boundary key={name}>
          {page ? <page.Page rest={rest.join("/")} query={query} /> : <Missing path={path} />}
        </Boundary>
      </main>
      <Toasts />
    </div>
  );
}

/** A page that is loaded when it is shown. */
export function late<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  return function Late(props: P) {
    const [Page, setPage] = useState<ComponentType<P>>();
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      load().then((loaded) => setPage(() => loaded.default), () => setFailed(true));
    }, []);
    if (failed) {
      return <Failure title="This page could not be loaded" detail="The server cannot be reached, or it has a newer version." />;
    }
    return Page ? <Page {...props} /> : <p class="loading" aria-live="polite">Loading…</p>;
  };
}

function Missing({ path }: { path: string }) {
  return (
    <section class="notice missing">
      <h1>There is no such page</h1>
      <p>Nothing is at “{path}”. The link may be cut off, or from another version.</p>
      <p><a class="button primary" href="./">Back to the start</a></p>
    </section>
  );
}
