// The REST interface of the server.

import type {
  Account,
  Again,
  Balance,
  Bench,
  Booklet,
  Box,
  Card,
  Checked,
  Differences,
  DraftWish,
  GameFacts,
  MyTables,
  Opinions,
  Primer,
  ReplayPart,
  Report,
  Rule,
  RoomFacts,
  SavedSet,
  Seated,
  Session,
  SetFacts,
  SetWish,
  Step,
  StudyFacts,
  StudyWish,
  TableFacts,
  TableSummary,
  TableWish,
} from "./messages";

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

export interface Who {
  token?: string | null; // holds a seat
  session?: string | null; // of a person who has logged in
}

async function call<T>(method: string, path: string, body?: unknown, who: Who = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(who.token ? { Authorization: `Bearer ${who.token}` } : {}),
        ...(who.session ? { "X-Bestiary-Session": who.session } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("The server does not answer. Is it running?", 0);
  }
  if (answer.status === 204) return undefined as T; // done, and nothing to be said
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

export const api = {
  /** The games; asked again until all are at full strength, after which nothing of them changes. */
  async games(): Promise<GameFacts[]> {
    const games = await once<GameFacts[]>("/api/games");
    if (games.some((game) => game.strength < 1)) remembered.delete("/api/games");
    return games;
  },
  rules: (game: string) => once<Rule[]>(`/api/games/${game}/rules`),
  primer: (game: string) => once<Primer>(`/api/games/${game}/primer`),
  guide: (game: string, name: string, session: string | null) =>
    call<Seated>("POST", `/api/games/${game}/guide`, { name }, { session }),
  guideAgain: (table: string, token: string) =>
    call<void>("POST", `/api/tables/${table}/guide`, undefined, { token }),
  balance: (game: string) => once<Balance>(`/api/games/${game}/balance`),
  cards: (game: string) => once<Card[]>(`/api/games/${game}/cards`),
  /** What is in the box, with the cards of a set where one is named. */
  box: (game: string, set: string | null = null) =>
    once<Box>(`/api/games/${game}/box${set ? `?set=${encodeURIComponent(set)}` : ""}`),
  booklet: (game: string) => once<Booklet>(`/api/games/${game}/booklet`),
  tables: () => call<TableSummary[]>("GET", "/api/tables"),
  table: (id: string, token?: string | null) =>
    call<TableFacts>("GET", `/api/tables/${id}`, undefined, { token }),
  create: (wish: TableWish, session: string | null) => call<Seated>("POST", "/api/tables", wish, { session }),
  sit: (id: string, seat: number, name: string, invitation: string, session: string | null) =>
    call<Seated>("POST", `/api/tables/${id}/seats/${seat}`, { name, invitation }, { session }),
  claim: (id: string, session: string) =>
    call<Seated>("POST", `/api/tables/${id}/claim`, undefined, { session }),
  rematch: (id: string, token: string) =>
    call<Again>("POST", `/api/tables/${id}/rematch`, undefined, { token }),
  /** The whole replay through one seat's eyes, brought in parts. */
  async replay(id: string, eyes: number, token?: string | null): Promise<Step[]> {
    const steps: Step[] = [];
    for (;;) {
      const path = `/api/tables/${id}/replay?eyes=${eyes}&from=${steps.length}&count=100`;
      const part = await call<ReplayPart>("GET", path, undefined, { token });
      steps.push(...part.entries);
      if (part.entries.length === 0 || steps.length >= part.total) return steps;
    }
  },
  opinions: (id: string) => call<Opinions>("GET", `/api/tables/${id}/opinions`),
  judge: (id: string) => call<Opinions>("POST", `/api/tables/${id}/opinions`),
  judgeNoMore: (id: string) => call<Opinions>("DELETE", `/api/tables/${id}/opinions`),
  branch: (id: string, at: number, eyes: number, kind: string, session: string | null) =>
    call<Seated>("POST", `/api/tables/${id}/branch`, { at, eyes, seat: eyes, kind }, { session }),
  record: (id: string) => call<string>("GET", `/api/tables/${id}/record`),
  reports: () => call<Report[]>("GET", "/api/reports"),
  register: (name: string, password: string) => call<Session>("POST", "/api/people", { name, password }),
  login: (name: string, password: string) => call<Session>("POST", "/api/people/session", { name, password }),
  logout: (session: string) => call<void>("DELETE", "/api/people/session", undefined, { session }),
  logoutEverywhere: (session: string) => call<void>("DELETE", "/api/people/sessions", undefined, { session }),
  password: (session: string, old: string, fresh: string) =>
    call<Session>("PUT", "/api/people/password", { old, new: fresh }, { session }),
  account: (session: string) => call<Account>("GET", "/api/people/account", undefined, { session }),
  deleteAccount: (session: string, password: string) =>
    call<void>("POST", "/api/people/account/delete", { password }, { session }),
  bench: (game: string) => once<Bench>(`/api/games/${game}/workbench`),
  room: (game: string, wish: DraftWish) => call<RoomFacts>("POST", `/api/games/${game}/workbench/room`, wish),
  check: (game: string, wish: DraftWish) => call<Checked>("POST", `/api/games/${game}/workbench/check`, wish),
  tableCards: (id: string) => call<Card[]>("GET", `/api/tables/${id}/cards`),
  saveSet: (wish: SetWish, who: Who) => call<SavedSet>("POST", "/api/sets", wish, who),
  importSet: (text: string, who: Who) => call<SavedSet>("POST", "/api/sets/import", { text }, who),
  mySets: (game: string, who: Who) => call<SetFacts[]>("GET", `/api/sets?game=${game}`, undefined, who),
  cardSet: (id: string, who: Who = {}) => call<SetFacts>("GET", `/api/sets/${id}`, undefined, who),
  deleteSet: (id: string, who: Who) => call<void>("DELETE", `/api/sets/${id}`, undefined, who),
  diffSets: (id: string, other: string) =>
    call<Differences>("GET", `/api/sets/${id}/diff${other ? `?other=${other}` : ""}`),
  study: (wish: StudyWish, session: string | null) =>
    call<StudyFacts>("POST", "/api/studies", wish, { session }),
  studied: (id: string) => call<StudyFacts>("GET", `/api/studies/${id}`),
  stopStudy: (id: string) => call<StudyFacts>("DELETE", `/api/studies/${id}`),
  mine: (session: string) => call<MyTables>("GET", "/api/people/tables", undefined, { session }),
};
