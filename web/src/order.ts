// The order of the modules in the script: what computes comes before what shows. Code that is alike
// then stands side by side, and compresses to less. No module with a sheet of style belongs here.

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
