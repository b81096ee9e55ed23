import { render } from "preact";
import { App } from "./app";
import "./settings";
import "./style/tokens.css";
import "./style/base.css";
import "./style/pages.css";
import "./style/terrain.css";
import "./style/board.css";
import "./style/pieces.css";
import "./style/places.css";
import "./style/force.css";
import "./style/table.css";
import "./style/panels.css";
import "./style/widgets.css";
import "./style/campaign.css";
import "./style/narrow.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
