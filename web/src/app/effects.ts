// The timing of effects: they run as soon as their component is in the document, before the next
// event. By default, Preact waits for the next frame. A key or press before that frame would be
// lost, because it would reach the listeners of the previous view, or a dialog that is not open
// yet.

import { options } from "preact";

options.requestAnimationFrame = queueMicrotask;
