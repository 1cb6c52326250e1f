// The order of the modules in the script: modules that compute come before modules that display. So
// similar code is adjacent, and compresses better. Do not list modules that have a style sheet.

import "./game/game";
import "./game/text";
import "./store/ledger";
import "./store/shelf";
import "./store/store";
import "./store/preferences";
import "./store/hooks";
import "./store/use_store";
import "./board/announce";
import "./api/client";
import "./api/asking";
import "./api/getting_ready";
import "./pages/home/making";
import "./pages/home/download";
import "./pages/home/days";
import "./pages/play/difficulty";
import "./pages/play/hinting";
import "./app/router";
import "./picture/layout";
import "./picture/shapes";
import "./board/selecting";
import "./board/names";
import "./board/keys";
import "./app/updates";
import "./app/waiting";
