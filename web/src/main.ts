import "virtual:fonts.css";
import "./themes.css";
import "./look.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { games } from "./lib/api";
import { place } from "./lib/router.svelte";
import { start } from "./lib/words.svelte";
import { VIEWS } from "./views";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");
// The first view needs both: asked for while the words come.
games().catch(() => {});
VIEWS[place().at]().catch(() => {});
// Not awaited here: in WebKit a view that is asked for while this file waits would never come.
void start().then(() => mount(App, { target }));
