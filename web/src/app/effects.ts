// When effects run: as soon as what they belong to is in the document, before the next event. Preact
// would wait for the next frame. A key or a press that came earlier would find the listeners of the
// view before, or a dialog that is shown but not open yet, and be lost.

import { options } from "preact";

options.requestAnimationFrame = queueMicrotask;
