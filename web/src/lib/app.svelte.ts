// The page as an app: a worker for when there is no line, and the browser's offer to install.

interface Offer extends Event {
  prompt(): Promise<unknown>;
}

class Installed {
  offer: Offer | null = $state.raw(null); // the browser would install the page

  constructor() {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // offered in the settings, not over the table
      this.offer = event as Offer;
    });
    addEventListener("appinstalled", () => (this.offer = null));
  }

  async install(): Promise<void> {
    const offer = this.offer;
    this.offer = null; // it can be answered once
    await offer?.prompt();
  }

  /** Brings the worker; without one the page works, and is no app. */
  bring(): void {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    addEventListener("load", () => {
      navigator.serviceWorker.register("/worker.js").catch(() => {});
    });
  }
}

export const app = new Installed();
