// The REST interface of the server.

import type { Card, GameFacts, Happening, Result, Rule, TableFacts, Value } from "./types";

/** An answer that says no, in words for a person. */
export class Refusal extends Error {
  constructor(
    text: string,
    readonly status: number,
    readonly rule: string | null = null,
    readonly field: string | null = null,
  ) {
    super(text);
  }
}

async function call<T>(method: string, path: string, body?: unknown, token?: string | null): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("The server does not answer. Is it running?", 0);
  }
  const type = answer.headers.get("content-type") ?? "";
  const said = type.includes("json") ? await answer.json() : await answer.text();
  if (answer.ok) return said as T;
  const error = typeof said === "object" && said !== null ? said.error : null;
  throw new Refusal(
    error?.text ?? `The server refused (${answer.status}).`,
    answer.status,
    error?.rule ?? null,
    error?.field ?? null,
  );
}

const remembered = new Map<string, Promise<unknown>>();

/** Asks once for what does not change while the server runs. */
function once<T>(path: string): Promise<T> {
  let asked = remembered.get(path) as Promise<T> | undefined;
  if (!asked) {
    asked = call<T>("GET", path);
    asked.catch(() => remembered.delete(path));
    remembered.set(path, asked);
  }
  return asked;
}

export interface SeatWish {
  kind: string;
  name?: string;
}

export interface NewTable {
  game: string;
  options: Record<string, Value>;
  seats: SeatWish[];
  clock: { kind: string; seconds: number };
  public: boolean;
  spectators: "public" | "none" | { seat: number; delay: number };
  undo: "consent" | "none";
}

export interface Seated {
  table: string;
  token: string;
  seat: number;
  invitations?: Record<string, string>;
}

/** One step of a replay: what a `news` says, and the position after it. */
export interface Step {
  version: number;
  entry: { kind: string; seat: number; name: string; text: string } | null;
  events: Happening[];
  view: any;
  asked: number[];
  game: number;
  result: Result | null;
}

export interface ReplayPart {
  total: number;
  from: number;
  eyes: number;
  entries: Step[];
}

export interface Opinions {
  done: number;
  of: number;
  chances: (number[] | null)[]; // after each entry, one chance per seat
  turning: number[]; // entries after which the chances changed most
}

export interface Report {
  name: string;
  title: string;
  text?: string;
  at?: string;
}

export const api = {
  games: () => once<GameFacts[]>("/api/games"),
  rules: (game: string) => once<Rule[]>(`/api/games/${game}/rules`),
  cards: (game: string) => once<Card[]>(`/api/games/${game}/cards`),
  open: () => call<TableFacts[]>("GET", "/api/tables?open=1"),
  table: (id: string) => call<TableFacts>("GET", `/api/tables/${id}`),
  create: (wish: NewTable, person?: string | null) => call<Seated>("POST", "/api/tables", wish, person),
  sit: (id: string, seat: number, name: string, invitation?: string, person?: string | null) =>
    call<Seated>("POST", `/api/tables/${id}/seats/${seat}`, { name, invitation }, person),
  rematch: (id: string, token: string) =>
    call<{ table: string | null; seat: number }>("POST", `/api/tables/${id}/rematch`, {}, token),
  /** The whole replay through one seat's eyes, brought in parts. */
  async replay(id: string, eyes: number, token?: string | null): Promise<Step[]> {
    const steps: Step[] = [];
    for (;;) {
      const path = `/api/tables/${id}/replay?eyes=${eyes}&from=${steps.length}&count=100`;
      const part = await call<ReplayPart>("GET", path, undefined, token);
      steps.push(...part.entries);
      if (part.entries.length === 0 || steps.length >= part.total) return steps;
    }
  },
  opinions: (id: string, token?: string | null) =>
    call<Opinions>("GET", `/api/tables/${id}/opinions`, undefined, token),
  branch: (id: string, at: number, eyes: number, kind: string, token?: string | null) =>
    call<Seated>("POST", `/api/tables/${id}/branch`, { at, eyes, seat: Math.max(0, eyes), kind }, token),
  record: (id: string, token?: string | null) =>
    call<string>("GET", `/api/tables/${id}/record`, undefined, token),
  reports: () => call<Report[]>("GET", "/api/reports"),
  register: (name: string, password: string) =>
    call<{ token: string; name: string }>("POST", "/api/people", { name, password }),
  login: (name: string, password: string) =>
    call<{ token: string; name: string }>("POST", "/api/people/session", { name, password }),
  mine: (token: string) => call<MyTable[]>("GET", "/api/people/tables", undefined, token),
};

export interface MyTable extends TableFacts {
  seat: number;
  token: string;
}
