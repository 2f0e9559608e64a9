// Whose turn it is, for somebody who looks elsewhere: the sign of the page, and messages of the browser.

import { settings } from "./settings.svelte";

const known = "Notification" in window;

class Turn {
  permission: NotificationPermission | "unknown" = $state(known ? Notification.permission : "unknown");

  /** Asks the person, who has pressed a button for it. */
  async ask(): Promise<void> {
    if (!known) return;
    this.permission = await Notification.requestPermission();
    settings.notify = this.permission === "granted";
  }

  /** The icon of the page: with a light where it is this person's move. */
  show(mine: boolean): void {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = mine ? "/icon-turn.svg" : "/icon.svg";
  }

  /** Calls somebody who does not see the page. */
  call(text: string, table: string): void {
    if (!document.hidden || !settings.notify || this.permission !== "granted") return;
    const options = { body: "Bestiary", tag: table, icon: "/icon-192.png", data: `/t/${table}` };
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(text, options));
  }
}

export const turn = new Turn();
