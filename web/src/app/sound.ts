// Short sounds, made by the browser itself. They are off until the player turns them on.

import { preference } from "../store/preferences";

/** Frequencies in hertz. */
const NOTES = { digit: [523], wrong: [196], end: [523, 659, 784, 1047] } as const;
const STEP_S = 0.13; // between two notes
const LENGTH_S = 0.35;
const LOUDNESS = 0.12; // 1 is as loud as possible

let context: AudioContext | null = null;

/** Play a sound if the player wants sounds. Never throws, because some browsers have no sound. */
export function play(sound: keyof typeof NOTES): void {
  if (!preference("sound") || !("AudioContext" in globalThis)) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    const now = context.currentTime;
    const notes = NOTES[sound];
    notes.forEach((hertz, at) => context && tone(context, hertz, now + at * STEP_S, LOUDNESS / (notes.length > 1 ? 1 : 2)));
  } catch {
    context = null; // no device, or too many contexts
  }
}

function tone(into: AudioContext, hertz: number, start: number, loudness: number): void {
  const [oscillator, gain] = [into.createOscillator(), into.createGain()];
  oscillator.type = "triangle";
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH_S);
  oscillator.connect(gain).connect(into.destination);
  oscillator.start(start);
  oscillator.stop(start + LENGTH_S);
}
