// The router: a path below the base of the page, and its query. Links are plain <a href="learn/x-wing">.
// A server shows the page at every path. In a folder of static files only index.html exists, so the
// path and the query follow "#/" there.

import { options, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isStatic } from "../api/static";
import { listen } from "./listen";

export interface Place {
  /** The path without the base and without slashes at its ends: "", "play", "learn/x-wing". */
  path: string;
  query: URLSearchParams;
}

const listeners = new Set<() => void>();

export function here(): Place {
  if (isStatic()) return placeIn(location.hash) ?? { path: "", query: new URLSearchParams(location.search) };
  const base = new URL(document.baseURI).pathname;
  const path = decoded(location.pathname.slice(base.length)).replace(/^\/+|\/+$/g, "");
  return { path, query: new URLSearchParams(location.search) };
}

/** The place in a fragment such as "#/play?p=...", or null. */
export function placeIn(hash: string): Place | null {
  const found = /^#\/([^?]*)\??(.*)$/s.exec(hash);
  return found && { path: decoded(found[1] ?? "").replace(/^\/+|\/+$/g, ""), query: new URLSearchParams(found[2]) };
}

/** The address of a path below the base, such as "play?p=...". */
export function urlOf(to: string): URL {
  return new URL(isStatic() ? `#/${to.replace(/^\.?\//, "")}` : to, document.baseURI);
}

/** Links of the page as links of a static folder, so that they can be copied, and opened in another tab. */
export function turnLinks(): void {
  if (!isStatic()) return;
  const before = options.vnode;
  options.vnode = (node: VNode) => {
    const { href } = node.props as { href?: unknown };
    if (node.type === "a" && typeof href === "string" && isOfPage(href)) (node.props as { href?: string }).href = urlOf(href).href;
    before?.(node);
  };
}

/** Whether a link goes to a page, not to a file, to a part of this page or to another site. */
const isOfPage = (href: string) => !/^(#|[a-z]+:|\/)/.test(href) && !href.replace(/^\.\//, "").split("?")[0]?.includes(".");

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
  const url = urlOf(to);
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
    const stop = listen({ popstate: update, hashchange: update });
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
  const part = link.getAttribute("href")?.match(/^#([^/].*)/)?.[1];
  if (part) {
    event.preventDefault();
    document.getElementById(part)?.focus();
    document.getElementById(part)?.scrollIntoView();
    return;
  }
  if (!link.href.startsWith(document.baseURI)) return;
  if (link.href.slice(document.baseURI.length).startsWith("api/")) return;
  const inside = isStatic() ? /#\/(.*)$/s.exec(link.href)?.[1] : link.href;
  if (inside === undefined) return;
  event.preventDefault();
  go(inside);
}
