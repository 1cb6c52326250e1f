// Parts of a page that request their data when they come into view.

import { useEffect, useRef, useState } from "preact/hooks";

/** A reference to an element, and whether the element is, or was, in view or near it. */
export function useSeen<T extends Element>(): [element: { current: T | null }, isSeen: boolean] {
  const element = useRef<T>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: "100px" });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, isSeen];
}
