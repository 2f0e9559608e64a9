// Runes as in a browser, without a page: by itself vitest compiles them for a server, where no effect ever runs.
// What the settings ask a browser for is there and empty.
export default {
  name: "runes",
  viteEnvironment: "client",
  setup: (global: object) => {
    Object.assign(global, {
      matchMedia: () => ({ matches: false }),
      document: { hidden: false },
      localStorage: { getItem: () => null, setItem: () => undefined },
    });
    Object.defineProperty(global, "navigator", { value: {}, configurable: true }); // Node's own cannot be set
    return { teardown: () => undefined };
  },
};
