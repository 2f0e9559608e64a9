// The line to a table: one WebSocket that comes back by itself, and what it has told so far.

import { memory } from "./memory";
import { tick } from "svelte";
import { pause } from "./settings.svelte";
import { lines } from "./story";
import { theatre } from "./theatre.svelte";
import {
  type Barred,
  type Choice,
  type Happened,
  type Heard,
  type Hint,
  type News,
  PROTOCOL,
  type Remark,
  type Said,
} from "./messages";
import type { State, TableFacts, Told, Watched } from "./messages";

type Unsaid<T> = T extends { id: string } ? Omit<T, "id"> : never; // a command before it has an id

/** A position as a seat is shown it: what `state` and `news` have in common. */
export type Position = Omit<News, "type" | "entry" | "events">;

export interface Refusal {
  text: string;
  rule: string | null;
}

const SLOWEST = 8000; // milliseconds between two attempts to come back
const KEPT = 400; // sentences of the story
const REFUSED = 1008; // the code of a connection that the server does not want
const SLOW = 600; // milliseconds after which one is told that a command is on its way
const FROZEN = 10_000; // milliseconds after which a line that answers nothing is given up

export class Link {
  status: "connecting" | "open" | "lost" | "closed" = $state("connecting");
  problem: string | null = $state(null); // why there is no table, or no way back to it
  seat = $state(-1);
  table: TableFacts | null = $state(null);
  position: Position | null = $state.raw(null);
  events: Happened[] = $state.raw([]); // of the step that led here
  story: Told[] = $state.raw([]);
  chat: Remark[] = $state.raw([]);
  later: Watched | null = $state(null); // a late spectator's table, of which nothing can be seen yet
  outdated = $state(false); // the server speaks another protocol than this page
  refused: Refusal | null = $state(null);
  notice: string | null = $state(null);
  waiting = $state(false); // an answer is on its way
  sending = $state(false); // and has been for a while
  called = $state(false); // this seat has something to choose, as far as the server has said
  behind = $state(0); // positions that have arrived and are not shown yet
  undoAsked: number | null = $state(null); // the seat that would like to take something back
  advice: Hint | null = $state.raw(null); // what a machine would do now
  asking = $state(false); // a hint is on its way
  rematch: string | null = $state(null); // the table of the next match
  wantsRematch: number[] = $state([]);

  private socket: WebSocket | null = null;
  private queue: (State | News)[] = [];
  private showing = false;
  private pending = new Map<string, Heard>(); // sent, not acknowledged
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private newest = -1; // the newest version received
  private patience: ReturnType<typeof setTimeout>[] = []; // with the oldest command that nobody has answered
  private chosen: { id: string; choice: Choice } | null = null; // the last choice that was sent
  private reasons: ((heard: Barred | Refusal) => void) | null = null; // whoever asked why not
  private hinting = ""; // the last question for a hint
  private known: Barred | null = null; // the last answer to that
  private meant: Choice | null = null; // chosen while the table moved on: said again if it is still there

  constructor(
    readonly id: string,
    private token: string | null,
  ) {
    this.connect();
  }

  /** The version that is on the page. */
  get version(): number {
    return this.position?.version ?? -1;
  }

  /** The legal answers of this seat; none while an answer is on its way. */
  get choices(): Choice[] {
    if (!this.position || this.waiting || this.behind > 0 || this.position.forced) return [];
    return this.position.choices;
  }

  private connect(): void {
    const secure = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${secure}//${location.host}/api/tables/${this.id}/play`);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return socket.close(); // another was quicker
      this.tries = 0;
      this.status = "open";
      const version = this.newest >= 0 ? this.newest : null;
      socket.send(JSON.stringify({ type: "hello", token: this.token, version, protocol: PROTOCOL }));
      for (const message of this.pending.values()) socket.send(JSON.stringify(message));
      this.mind();
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data as string) as Said);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.status === "closed") return;
      if (event.code === REFUSED) {
        this.status = "closed"; // the server has said no, and will say it again
        this.problem = this.refused?.text ?? "The server has closed this table.";
        return;
      }
      this.status = "lost";
      const delay = Math.min(SLOWEST, 300 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
      this.timer = setTimeout(() => this.connect(), delay);
    };
  }

  /** Tries at once to come back: the page was opened again, or the person asks. */
  retry(): void {
    if (this.status !== "lost") return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** The line is dead, whatever the browser thinks: a socket may take minutes to notice. */
  drop(): void {
    if (this.status !== "open") return;
    const dead = this.socket;
    this.socket = null; // what it says later does not count
    dead?.close();
    this.status = "lost";
    this.retry();
  }

  /** Looks whether the line still answers, after the page was away. */
  probe(): void {
    if (this.status === "open") this.send({ type: "sync" });
    else this.retry();
  }

  /** How long commands have been on their way: said after a moment, given up after a while. */
  private mind(): void {
    this.patience.forEach(clearTimeout);
    this.patience = [];
    this.sending = false;
    if (this.pending.size === 0) return;
    this.patience = [setTimeout(() => (this.sending = true), SLOW), setTimeout(() => this.drop(), FROZEN)];
  }

  close(): void {
    this.status = "closed";
    clearTimeout(this.timer);
    this.patience.forEach(clearTimeout);
    this.socket?.close();
  }

  // ---- what the server says --------------------------------------------------------------

  private receive(message: Said): void {
    switch (message.type) {
      case "state":
        // After missed news the whole state follows: let them be seen first.
        if (message.version !== this.newest) this.queue = [];
        this.newest = message.version;
        this.seat = message.seat;
        this.call(message);
        this.queue.push(message);
        void this.show();
        break;
      case "news":
        if (message.version <= this.newest) break; // told twice, after a reconnection
        this.newest = message.version;
        this.call(message);
        this.queue.push(message);
        this.behind = this.queue.length;
        void this.show();
        break;
      case "later":
        this.later = { seat: message.seat, delay: message.delay, agreed: message.agreed };
        this.table = message.table;
        break;
      case "ack": {
        const sent = this.pending.get(message.id);
        if (message.sealed && this.position && sent?.type === "play") {
          this.position = { ...this.position, sealed: sent.action };
        }
        this.pending.delete(message.id);
        this.mind();
        if (message.sealed || message.version <= this.version) this.waiting = false;
        break;
      }
      case "hint":
        this.asking = false;
        if (message.version === this.newest) this.advice = message;
        break;
      case "barred":
        this.reasons?.(message);
        this.reasons = null;
        break;
      case "refused":
        this.answer(message.id, message.text, message.rule, message.version);
        break;
      case "chat":
        this.chat = [...this.chat, message];
        break;
      case "table":
        this.table = message.table;
        break;
      case "presence":
        if (this.table) {
          const seats = this.table.seats.map((seat, k) =>
            k === message.seat
              ? { ...seat, connected: message.connected || !["person", "open"].includes(seat.kind) }
              : seat,
          );
          this.table = { ...this.table, seats };
        }
        break;
      case "undo":
        this.undoAsked = message.open >= 0 ? message.open : null;
        if (!message.yes && !message.asks && message.open < 0) this.notice = "The answer is no.";
        break;
      case "rematch":
        this.wantsRematch = message.wishes;
        this.rematch = message.table;
        if (this.rematch && this.token && this.table) {
          memory.hold({ table: this.rematch, game: this.table.game, seat: this.seat, token: this.token });
        }
        break;
      case "outdated":
        this.outdated = true;
        break;
      default:
        message satisfies never; // every message of the server has its case here
    }
  }

  /** Whether it is this seat's turn, before the page has shown how it came to that. */
  private call(message: State | News): void {
    this.called = message.asked.includes(this.seat) && !message.forced && !message.result;
  }

  private answer(id: string | null, text: string, rule: string | null, version: number | null): void {
    const sent = this.pending.get(id ?? "");
    if (sent) this.pending.delete(sent.id);
    this.mind();
    if (sent?.type === "hint" || id === this.hinting) this.asking = false;
    if (sent?.type === "why") {
      this.reasons?.({ text, rule });
      this.reasons = null;
      return;
    }
    this.waiting = false;
    const mine = id !== null && this.chosen?.id === id ? this.chosen.choice : null;
    if (mine && version !== null && sent?.type === "play" && version !== sent.version) {
      this.meant = mine; // the state that follows tells whether it still can be chosen
      return;
    }
    this.refused = { text, rule };
  }

  /** Shows what has arrived, one position after the other, slowly enough to be followed. */
  private async show(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    while (this.queue.length > 0 && this.status !== "closed") {
      const message = this.queue.shift() as State | News;
      const staged = message.type === "news" && (await this.stage(message));
      this.put(message);
      this.behind = this.queue.length;
      if (message.type === "news" && !staged) {
        const mine = message.entry?.seat === this.seat;
        await new Promise((done) => setTimeout(done, pause(mine, message.events.length)));
      }
    }
    this.showing = false;
  }

  /** Lets the board show what happened before board and log tell how it ended; whether there was a scene. */
  private async stage(message: News): Promise<boolean> {
    this.behind = this.queue.length + 1;
    const clock = this.table?.clock;
    theatre.hurried = !!clock && clock.kind !== "none" && clock.seconds < 86_400; // days are not in a hurry
    if (message.events.length === 0) return false;
    this.events = message.events;
    await tick(); // the board begins its scene
    if (!theatre.busy) return false;
    if (theatre.hurried) return true; // a clock runs: the scene is seen beside the choices
    await theatre.idle();
    return true;
  }

  private put(message: State | News): void {
    this.later = null;
    if (message.type === "state") {
      this.seat = message.seat;
      this.table = message.table;
      this.events = [];
      this.story = message.story;
      this.chat = message.chat;
      this.undoAsked = message.undo;
      this.wantsRematch = message.table.wishes;
      this.rematch = message.table.rematch;
    } else {
      this.events = message.events;
      const told = lines(message.version, message.entry, message.events);
      this.story = [...this.story, ...told].slice(-KEPT);
      this.undoAsked = null;
      this.refused = this.notice = null;
    }
    this.position = message;
    this.advice = null;
    this.asking = false;
    this.waiting = false;
    if (this.meant && message.version === this.newest) this.repeat(this.meant);
  }

  /** The table moved on while a choice was on its way: it is made again where it is still the same. */
  private repeat(meant: Choice): void {
    this.meant = null;
    const same = this.position?.choices.find(
      (c) => c.action === meant.action && c.sentence === meant.sentence,
    );
    if (same) this.play(same);
    else if (this.position?.choices.length) this.notice = "The table has moved on: choose again.";
  }

  // ---- what this seat says ---------------------------------------------------------------

  private send(message: Unsaid<Heard>, choice?: Choice): string {
    const whole = { ...message, id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` } as Heard;
    this.pending.set(whole.id, whole);
    if (choice) this.chosen = { id: whole.id, choice };
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(whole));
    if (this.pending.size === 1) this.mind();
    return whole.id;
  }

  /** Answers the question; nothing is shown as done before the server has stored it. */
  play(choice: Choice): void {
    if (this.waiting) return;
    this.refused = null;
    this.waiting = true;
    this.send({ type: "play", version: this.newest, action: choice.action }, choice);
  }

  /** Why what is not offered cannot be chosen. */
  why(): Promise<Barred | Refusal> {
    if (this.known?.version === this.newest) return Promise.resolve(this.known);
    return new Promise((done) => {
      this.reasons = (heard) => {
        this.known = "choices" in heard ? heard : null;
        done(heard);
      };
      this.send({ type: "why" });
    });
  }

  /** Asks a machine what to do. */
  hint(): void {
    if (this.asking) return;
    this.asking = true;
    this.refused = null;
    this.hinting = this.send({ type: "hint" });
  }

  say(text: string): void {
    this.send({ type: "chat", text });
  }

  undo(): void {
    this.send({ type: "undo" });
  }

  answerUndo(yes: boolean): void {
    this.undoAsked = null;
    this.send({ type: "undo_answer", yes });
  }

  /** Agrees to being watched by late spectators, or no longer. */
  consent(yes: boolean): void {
    this.send({ type: "consent", yes });
  }

  resign(): void {
    this.send({ type: "resign" });
  }

  next(): void {
    this.send({ type: "next" });
  }

  again(): void {
    this.send({ type: "rematch" });
  }

  substitute(seat: number, kind: string): void {
    this.send({ type: "substitute", seat, kind });
  }
}
