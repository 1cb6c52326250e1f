// The service worker: it makes the page work offline, and brings new versions.

import { say } from "./toasts";

/** Let the service worker keep the page for times without a network, if the browser can. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const main = import.meta.url; // changes with every version
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "newer") say("A new version is ready.", { name: "Reload", act: () => location.reload() });
  });
  // A version that waits is asked whether this page is already of that version.
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
    // Denied, as in a private window: the page works with the network only.
  });
}
