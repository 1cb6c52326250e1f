// The router: a path below the base of the page, and its query. Links are plain <a href="learn/x-wing">.

import { useEffect, useState } from "preact/hooks";
import { listen } from "./listen";

export interface Place {
  /** The path without the base and without slashes at its ends: "", "play", "learn/x-wing". */
  path: string;
  query: URLSearchParams;
}

const listeners = new Set<() => void>();

export function here(): Place {
  const base = new URL(document.baseURI).pathname;
  const path = decoded(location.pathname.slice(base.length)).replace(/^\/+|\/+$/g, "");
  return { path, query: new URLSearchParams(location.search) };
}

/** The decoded path, or the path itself if it has a stray "%". */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Go to a path below the base, such as "play?p=...". */
export function go(to: string, options: { replace?: boolean } = {}): void {
  const url = new URL(to, document.baseURI);
  if (options.replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  if (!options.replace) scrollTo(0, 0);
  for (const listener of listeners) listener();
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const update = () => setPlace(here());
    listeners.add(update);
    const stop = listen({ popstate: update });
    return () => {
      listeners.delete(update);
      stop();
    };
  }, []);
  return place;
}

/**
 * Handle clicks on links of this page with the router. A link to "#part" goes to a part of this
 * page. Without this code, the browser would look for the part at the base.
 */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download")) return;
  const part = link.getAttribute("href")?.match(/^#(.+)/)?.[1];
  if (part) {
    event.preventDefault();
    document.getElementById(part)?.focus();
    document.getElementById(part)?.scrollIntoView();
    return;
  }
  if (!link.href.startsWith(document.baseURI)) return;
  if (link.href.slice(document.baseURI.length).startsWith("api/")) return;
  event.preventDefault();
  go(link.href);
}
