// The service worker: it makes the page work offline, and brings new versions.

import { say } from "./toasts";

/** Register the service worker, which caches the page for use without a network, if the browser supports it. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const main = import.meta.url; // changes with every version
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "newer") say("A new version is ready.", { name: "Reload", act: () => location.reload() });
  });
  // Ask a waiting version whether this page already has its version.
  const ask = (worker: ServiceWorker | null) => worker?.postMessage(main);
  const watch = (coming: ServiceWorker | null) =>
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed" && navigator.serviceWorker.controller) ask(coming);
    });
  navigator.serviceWorker.register("sw.js").then((registration) => {
    ask(registration.waiting);
    watch(registration.installing);
    registration.addEventListener("updatefound", () => watch(registration.installing));
  }, () => {
    // The browser denies it, for example in a private window, so the page needs the network.
  });
}
