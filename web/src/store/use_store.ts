// The store for components.

import { useEffect, useState } from "preact/hooks";
import { openStore, type Store } from "./store";

/** The store (after it was opened), and a number that changes whenever the store changes. */
export function useStore(): [store: Store | null, changes: number] {
  const [state, setState] = useState<[Store | null, number]>([null, 0]);
  useEffect(() => {
    let stop = () => {};
    let isLeft = false;
    openStore().then((store) => {
      if (isLeft) return;
      setState([store, 1]);
      stop = store.watch(() => setState(([, changes]) => [store, changes + 1]));
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, []);
  return state;
}
