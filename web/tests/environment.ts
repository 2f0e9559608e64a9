// Runes as in a browser, without a page: by itself vitest compiles them for a server, where no effect ever runs.
export default {
  name: "runes",
  viteEnvironment: "client",
  setup: () => ({ teardown: () => undefined }),
};
