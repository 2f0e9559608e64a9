import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { app } from "./lib/app.svelte";

app.bring();
mount(App, { target: document.getElementById("page") as HTMLElement });
