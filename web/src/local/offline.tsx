// "Keep for offline use": the state, and the buttons that keep everything or remove it.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../app/icons";
import { useWork } from "../app/work";
import "./offline.css";
import { type KeptState, keepAll, keptNow, removeKept } from "./keeping";

const inMegabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 9.95e6 ? 1 : 0);

export default function Offline() {
  const [kept, setKept] = useState<KeptState | null>(null);
  const [loaded, setLoaded] = useState<[loaded: number, total: number]>([0, 1]);
  const { isBusy, problem, run, stop } = useWork();
  const look = async () => setKept(await keptNow());
  useEffect(() => void look(), []);
  const keep = () => run(async (signal) => {
    setLoaded([0, kept && "bytes" in kept ? kept.bytes : 1]);
    await keepAll((...now) => signal.aborted || setLoaded(now), signal);
    await look();
  });
  const remove = () => run(() => removeKept().then(look));
  const [now, all] = loaded;
  return (
    <section class="panel offline" aria-labelledby="offline">
      <h2 id="offline">Use it offline</h2>
      <p class="soft offline-says">
        Hints and new puzzles are made in this browser, and the files you open stay in it.
        What makes them is fetched when you first need it, or now.
      </p>
      <div class="row" aria-live="polite">
        {isBusy
          ? <>
            <p class="number offline-says">Keeping: {inMegabytes(now)} of {inMegabytes(all)} MB</p>
            <button onClick={() => { stop(); void look(); }}><Icon name="stop" size={16} /> Stop</button>
          </>
          : kept?.state === "kept"
            ? <>
              <p class="number offline-says"><Icon name="check" size={16} /> Kept for offline use, {inMegabytes(kept.bytes)} MB</p>
              <button onClick={remove}>Remove</button>
            </>
            : kept?.state === "not" && <button onClick={keep}>Keep for offline use ({inMegabytes(kept.bytes)} MB)</button>}
      </div>
      {isBusy && <progress aria-label="Kept for offline use" max={all} value={now} />}
      {kept?.state === "impossible" && <p class="offline-says">{kept.why}</p>}
      {problem && <p class="notice error" role="alert">{problem}</p>}
      <p class="offline-says small"><a href="notices.txt" target="_blank">The software that this page is made of</a></p>
    </section>
  );
}
