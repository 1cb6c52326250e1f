// Python in the browser: a worker that answers calls, and a spare one, so that a stopped call costs no wait.

import { ApiError, type Refusal, wordsOf } from "../api/errors";
import { showGettingReady } from "../api/getting_ready";
import type { StartFailure, FileList } from "./files";
import type { FromWorker, ToWorker } from "./messages";

export interface Call {
  name: string;
  /** The request as JSON. */
  body: string;
  signal?: AbortSignal | undefined;
  /** The longest time of the call without the start of Python. Without it, there is no limit. */
  limitMs?: number | undefined;
  onProgress?: ((progress: unknown) => void) | undefined;
}

interface Job extends Call {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

interface Hand {
  worker: Worker;
  isReady: boolean;
  job: Job | null;
  alarm?: ReturnType<typeof setTimeout> | undefined;
}

const WORDS: Readonly<Record<StartFailure, string>> = {
  download: "The download was cut off. Try again when the connection is better: your games are safe.",
  memory: "This device has too little memory for this. Close other tabs and try again, or try something smaller: your games are safe.",
  browser: "This browser cannot run what hints and new puzzles need (WebAssembly). Games still work; a newer browser does the rest.",
  defect: "Something went wrong here. Try once more, or something else: your games are safe.",
};
const SLOW = "This takes too long. Try something smaller or easier: your games are safe.";
const SLOWNESS = 4; // compared with a server. The first call of its kind also loads modules
const SMALL_GB = 4; // devices with so little memory have no spare worker
const SPARE_MS = 1500; // after an answer, the page has better things to do for a while
const REFUSED = 422;
/** Calls that no player waits for. They do not start Python, but are answered once it runs. */
const UNHURRIED = ["rate"];

const waiting: Job[] = [];
const hands = new Set<Hand>();
let list: FileList | null = null; // of the first worker, so that all workers of this page have one version
let spare: ReturnType<typeof setTimeout> | undefined;

const mostHands = () => (((navigator as { deviceMemory?: number }).deviceMemory ?? SMALL_GB + 1) > SMALL_GB ? 2 : 1);
const isUnhurried = ({ name }: Job) => UNHURRIED.includes(name);

/** Answer a call. Rejects with an ApiError, or with the reason of the signal. */
export function ask(call: Call): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const job: Job = { ...call, resolve, reject };
    if (call.signal?.aborted) return reject(call.signal.reason);
    call.signal?.addEventListener("abort", () => drop(job, call.signal?.reason), { once: true });
    waiting.push(job);
    advance();
  });
}

/** End a call that waits or runs. A worker cannot be interrupted, so it ends too. */
function drop(job: Job, reason: unknown): void {
  const at = waiting.indexOf(job);
  if (at >= 0) waiting.splice(at, 1);
  const hand = [...hands].find((each) => each.job === job);
  if (hand) {
    end(hand);
    bringSpare();
  }
  job.reject(reason);
  advance();
}

function end(hand: Hand): void {
  clearTimeout(hand.alarm);
  hand.worker.terminate();
  hands.delete(hand);
}

/** Give waiting calls to workers, those of players first. */
function advance(): void {
  for (const hand of hands) {
    if (!hand.isReady || hand.job) continue;
    const job = waiting.find((each) => !isUnhurried(each)) ?? (mayIdle(hand) ? waiting[0] : undefined);
    if (!job) continue;
    waiting.splice(waiting.indexOf(job), 1);
    give(hand, job);
  }
  const isStarting = [...hands].some(({ isReady }) => !isReady);
  const isWanted = waiting.some((each) => !isUnhurried(each));
  if (isWanted && !isStarting && hands.size < mostHands()) startHand();
  if (!isWanted) showGettingReady("");
}

/** Whether a worker may take a call that nobody waits for, because another one is free for the player. */
function mayIdle(hand: Hand): boolean {
  return mostHands() === 1 || [...hands].some((each) => each !== hand && each.isReady && !each.job);
}

function give(hand: Hand, job: Job): void {
  hand.job = job;
  if (job.limitMs) hand.alarm = setTimeout(() => drop(job, new ApiError(SLOW, 0)), job.limitMs * SLOWNESS);
  tell(hand, { kind: "ask", name: job.name, body: job.body });
}

const tell = (hand: Hand, message: ToWorker) => hand.worker.postMessage(message);

function startHand(): void {
  if (typeof Worker === "undefined" || typeof WebAssembly === "undefined") return refuseAll("browser");
  let worker: Worker;
  try {
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return refuseAll("browser");
  }
  const hand: Hand = { worker, isReady: false, job: null };
  hands.add(hand);
  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => hear(hand, data));
  // The script of the worker did not arrive, or the worker ran out of memory.
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    lose(hand, hand.isReady ? "memory" : "download");
  });
  tell(hand, { kind: "start", folder: new URL("python/", document.baseURI).href, list });
}

/** After a while, start the worker that waits for the next call. */
function bringSpare(): void {
  clearTimeout(spare);
  spare = setTimeout(() => {
    if (hands.size < mostHands() && [...hands].every(({ isReady }) => isReady)) startHand();
  }, SPARE_MS);
}

function hear(hand: Hand, message: FromWorker): void {
  if (!hands.has(hand)) return; // a message of a worker that has ended since
  const { job } = hand;
  if (message.kind === "loading") showLoading(message.loaded, message.total);
  else if (message.kind === "failed") lose(hand, message.failure);
  else if (message.kind === "progress") job?.onProgress?.(JSON.parse(message.text));
  else if (message.kind === "ready") {
    list = message.list;
    hand.isReady = true;
    advance();
  } else {
    clearTimeout(hand.alarm);
    hand.job = null;
    if (job) settle(job, message.text);
    advance();
    bringSpare();
  }
}

function showLoading(loaded: number, total: number): void {
  if ([...hands].some(({ isReady }) => isReady) || !waiting.some((each) => !isUnhurried(each))) return;
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  showGettingReady(loaded < total ? `Getting the teacher ready: ${megabytes(loaded)} of ${megabytes(total)} MB` : "Getting the teacher ready…");
}

function settle({ resolve, reject }: Job, text: string): void {
  let told: { answer?: unknown } & Partial<Refusal>;
  try {
    told = JSON.parse(text) as typeof told;
  } catch {
    return reject(new ApiError(WORDS.defect, 0));
  }
  if (told.error) reject(new ApiError(wordsOf(told as Refusal), REFUSED));
  else resolve(told.answer);
}

/** A worker is lost: refuse its call or, if none has started, all that wait for it. */
function lose(hand: Hand, failure: StartFailure): void {
  const { job, isReady } = hand;
  end(hand);
  if (job) job.reject(new ApiError(WORDS[failure], 0));
  else if (!isReady && ![...hands].some((each) => each.isReady)) refuseAll(failure);
  if (isReady) advance();
}

function refuseAll(failure: StartFailure): void {
  showGettingReady("");
  const refused = waiting.filter((each) => !isUnhurried(each));
  waiting.splice(0, waiting.length, ...waiting.filter(isUnhurried));
  for (const job of refused) job.reject(new ApiError(WORDS[failure], 0));
}
