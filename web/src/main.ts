import "@fontsource/cinzel/latin-500.css";
import "@fontsource/cinzel/latin-ext-500.css";
import "@fontsource/cinzel/latin-700.css";
import "@fontsource/cinzel/latin-ext-700.css";
import "@fontsource/alegreya-sans/latin-400.css";
import "@fontsource/alegreya-sans/latin-ext-400.css";
import "@fontsource/alegreya-sans/latin-500.css";
import "@fontsource/alegreya-sans/latin-ext-500.css";
import "@fontsource/alegreya-sans/latin-700.css";
import "@fontsource/alegreya-sans/latin-ext-700.css";
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
