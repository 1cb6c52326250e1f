// The interface between pages and their frame: properties, the title, the header, and links.

import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Failure } from "./boundary";

/** The properties of a page: the rest of the path after its name ("x-wing"), and the query. */
export interface PageProps {
  rest: string;
  query: URLSearchParams;
}

/** The titles of the pages other than the home page, in the order of their links. */
export const TITLES = { play: "Play", explain: "Explain", learn: "Learn", make: "Make", race: "Race", you: "You" } as const;

/**
 * Show a title and the name of the program as the browser's title. "" means the title of the page.
 */
export function useTitle(title: string): void {
  useEffect(() => {
    if (title) document.title = `${title} · pandoku`;
  }, [title]);
}

/** As `useTitle`. After a link, the focus moves to the heading, which screen readers then read. */
export function useHeading(title: string): void {
  useTitle(title);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>("#main h1");
    if (!heading || document.activeElement?.id !== "main") return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [title]);
}

/**
 * Hide the header on phones while `isQuiet`, because the board needs the space. The page then has its own
 * links to the other pages.
 */
export function useQuietHeader(isQuiet = true): void {
  useLayoutEffect(() => {
    document.documentElement.classList.toggle("quiet-header", isQuiet);
    return () => document.documentElement.classList.remove("quiet-header");
  }, [isQuiet]);
}

/** Links to all pages. A page with a quiet header shows them in its menu. */
export function PageLinks({ current }: { current: string }) {
  return (
    <>
      {Object.entries(TITLES).map(([key, title]) => (
        <a key={key} href={key} aria-current={key === current ? "page" : undefined}>{title}</a>
      ))}
    </>
  );
}

const NOT_LOADED = "The server cannot be reached, or it has a newer version.";

/** A part of a page that is loaded when it is needed. Throws a message for players. */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw new Error(NOT_LOADED);
  }
}

/** A page that is loaded when it is shown. */
export function late<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  return function Late(props: P) {
    const [Page, setPage] = useState<ComponentType<P>>();
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      load().then((loaded) => setPage(() => loaded.default), () => setFailed(true));
    }, []);
    if (failed) return <Failure title="This page could not be loaded" detail={NOT_LOADED} />;
    return Page ? <Page {...props} /> : <p class="loading" aria-live="polite">Loading…</p>;
  };
}
