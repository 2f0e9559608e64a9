import { svelte } from "@sveltejs/vite-plugin-svelte";
import Icons from "unplugin-icons/vite";
import { defineConfig } from "vite";
import { app } from "./app.mjs";
import { faces } from "./faces.mjs";

// While developing, the page comes from Vite and all data from a running `bestiary serve`.
const server = process.env.BESTIARY_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), Icons({ compiler: "svelte", scale: 1 }), app(), faces()],
  build: { target: "es2022", assetsInlineLimit: 0, rolldownOptions: { checks: { pluginTimings: false } } },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
      "/looks": { target: server },
      "/reports": { target: server },
    },
  },
});
