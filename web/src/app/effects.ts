// The timing of effects: they run as soon as their component is in the document, before the next event. Preact
// would wait for the next frame. An earlier key or press would reach the listeners of the previous
// view, or a dialog that is not open yet, and be lost.

import { options } from "preact";

options.requestAnimationFrame = queueMicrotask;
