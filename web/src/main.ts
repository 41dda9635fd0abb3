import "virtual:fonts.css";
import "./themes.css";
import "./look.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { games } from "./lib/api";
import { start } from "./lib/words.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");
games().catch(() => {}); // the first view needs them: asked for while the words come
await start();
mount(App, { target });
