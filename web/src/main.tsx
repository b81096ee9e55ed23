import "./style/tokens.css";
import "./style/base.css";
import { render } from "preact";
import { App } from "./app";
import "./settings";

const root = document.getElementById("app");
if (root) render(<App />, root);
