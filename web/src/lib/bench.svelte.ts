// The workbench: a draft of changes with its history, the loader's word on it, the set it is saved as, and
// the studies of it.

import { api, Refusal, type Who } from "./api";
import { current } from "./current.svelte";
import { memory } from "./memory";
import type {
  Bench as Facts,
  Card,
  ChangeFacts,
  ChangeWish,
  Checked,
  EntryFacts,
  FieldFacts,
  RoomFacts,
  SetFacts,
  StudyFacts,
  StudyWish,
} from "./messages";
import { person } from "./person.svelte";

export type Draft = Record<string, unknown>; // what shall stand where, by path; of an entry, that it is copied or gone
interface Kept {
  draft: Draft;
  set: { id: string; version: number; name: string; notes: string } | null;
  study: string;
}

const SOON = 150; // milliseconds from a keystroke to the loader
const LATER = 600; // and from there to a study
const AGAIN = 700; // between two looks at a study

export function who(): Who {
  return { session: person.session, token: memory.read<string>("bench.token", "") };
}

// What a draft has at the path of a whole entry; no field of a card begins with this sign.
type Copy = { $copy: string };
type Gone = { $remove: true };
const isCopy = (value: unknown): value is Copy =>
  typeof value === "object" && value !== null && "$copy" in value;
const isGone = (value: unknown): value is Gone =>
  typeof value === "object" && value !== null && "$remove" in value;

/** A change as the server says it. */
function change([path, value]: [string, unknown]): ChangeWish {
  if (isCopy(value)) return { path, value: value.$copy, sign: "copy" };
  if (isGone(value)) return { path, sign: "remove" };
  return { path, value };
}
/** The same in a draft. */
function drafted({ path, value, sign }: ChangeFacts): [string, unknown] {
  if (sign === "copy") return [path, { $copy: value }];
  return [path, sign === "remove" ? { $remove: true } : value];
}

/** A value with another one deep inside. */
function within(value: unknown, steps: string[], wanted: unknown): unknown {
  if (steps.length === 0) return wanted;
  const [step, ...rest] = steps;
  if (Array.isArray(value))
    return value.map((one, k) => (String(k) === step ? within(one, rest, wanted) : one));
  return { ...(value as object), [step]: within((value as Record<string, unknown>)?.[step], rest, wanted) };
}

export class Bench {
  facts = $state.raw<Facts | null>(null);
  draft = $state.raw<Draft>({});
  checked = $state.raw<Checked | null>(null);
  good = $state.raw<Checked | null>(null); // the last one that the loader took: what faces are drawn from
  room = $state.raw<RoomFacts | null>(null); // whether what is open can be copied and removed
  open = $state("");
  entries = $state.raw(new Map<string, EntryFacts>()); // with their fields, as far as they were opened
  study = $state.raw<StudyFacts | null>(null);
  curve = $state.raw<StudyFacts | null>(null);
  tune = $state.raw<StudyFacts | null>(null);
  set = $state.raw<Kept["set"]>(null);
  saved = $state.raw<Draft>({}); // what the saved set has
  mine = $state.raw<SetFacts[]>([]);
  against = $state(""); // the set that the draft is compared with; the game's own cards where none is named
  problem = $state("");
  #past = $state.raw<Draft[]>([]);
  #future = $state.raw<Draft[]>([]);
  #checking = 0;
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #closed = false;

  constructor(readonly slug: string) {}

  async begin(set: string | null): Promise<void> {
    try {
      const [facts] = await Promise.all([api.bench(this.slug), current.take(this.slug)]);
      this.facts = facts;
      const kept = memory.read<Kept | null>(`bench.${this.slug}`, null);
      if (set && set !== kept?.set?.id) this.load(await api.cardSet(set, who()));
      else if (kept) {
        this.draft = kept.draft;
        this.set = kept.set;
        if (kept.set) this.saved = this.#draft((await api.cardSet(kept.set.id, who())).changes);
        if (kept.study) this.study = await api.studied(kept.study).catch(() => null);
        this.#follow("study");
      }
      await this.check(this.study === null);
      await this.list();
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  // ---- the draft ----------------------------------------------------------------------------

  get changes(): ChangeWish[] {
    return Object.entries(this.draft).map(change);
  }
  get dirty(): boolean {
    return JSON.stringify(this.draft) !== JSON.stringify(this.saved);
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Lets something stand somewhere: as its own change, or within one of a whole list. */
  put(path: string, value: unknown): void {
    const above = Object.keys(this.draft).find(
      (other) => path.startsWith(`${other}.`) && !isCopy(this.draft[other]),
    );
    if (above) {
      const steps = path.slice(above.length + 1).split(".");
      this.take({ ...this.draft, [above]: within(this.draft[above], steps, value) });
      return;
    }
    const below = Object.entries(this.draft).filter(([other]) => !other.startsWith(`${path}.`));
    this.take({ ...Object.fromEntries(below), [path]: value });
  }

  /** Takes back what was changed at a path, or below it. */
  reset(path: string): void {
    const kept = Object.entries(this.draft).filter(
      ([other]) => other !== path && !other.startsWith(`${path}.`),
    );
    this.take(Object.fromEntries(kept));
  }
  changed(path: string): boolean {
    return Object.keys(this.draft).some((other) => other === path || other.startsWith(`${path}.`));
  }

  // ---- whole cards --------------------------------------------------------------------------

  added(path: string): boolean {
    return isCopy(this.draft[path]);
  }
  removed(path: string): boolean {
    return isGone(this.draft[path]);
  }
  /** Makes another card of the one that is open, with all that was changed there but its name. */
  async copy(): Promise<void> {
    const [from, to] = [this.open, this.room?.path];
    if (!to) return;
    const known = this.draft[from];
    const source = isCopy(known) ? known.$copy : (from.match(/"[^"]*"|[^."]+/g)?.at(-1) ?? "");
    const edits = Object.entries(this.draft)
      .filter(([path]) => path.startsWith(`${from}.`) && path !== `${from}.name`)
      .map(([path, value]): [string, unknown] => [to + path.slice(from.length), value]);
    this.take({ ...this.draft, [to]: { $copy: source.replaceAll('"', "") }, ...Object.fromEntries(edits) });
    await this.show(to);
  }
  /** Takes the card that is open out of the game; a copy is simply not made. */
  async leave(): Promise<void> {
    const path = this.open;
    if (!this.added(path)) return this.put(path, { $remove: true });
    await this.show("");
    this.reset(path);
  }
  /** All entries in their order: with what was added, and what was removed. */
  readonly laid = $derived.by((): EntryFacts[] => {
    const own = this.facts?.entries ?? [];
    if (!this.good?.layout.length) return own;
    const now = new Map(this.good.layout.map((entry) => [entry.path, entry]));
    const kept = own.map((entry) => now.get(entry.path) ?? entry);
    const before = new Set(own.map((entry) => entry.path));
    return [...kept, ...this.good.layout.filter((entry) => !before.has(entry.path))];
  });
  /** The face of an entry; of one that was removed, as it was. */
  face(entry: EntryFacts): Card | undefined {
    const cards = this.removed(entry.path) ? this.#own : this.cards;
    return entry.cards.length ? cards.get(entry.cards[0]) : undefined;
  }

  take(draft: Draft): void {
    this.#past = [...this.#past.slice(-99), this.draft];
    this.#future = [];
    this.#turn(draft);
  }
  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.draft];
    this.#turn(before);
  }
  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.draft];
    this.#turn(after);
  }

  #turn(draft: Draft): void {
    this.draft = draft;
    this.#keep();
    this.#wait("check", SOON, () => void this.check());
  }
  #keep(): void {
    const study = this.study?.id ?? "";
    memory.write(`bench.${this.slug}`, { draft: this.draft, set: this.set, study } satisfies Kept);
  }
  #wait(name: string, after: number, what: () => void): void {
    clearTimeout(this.#timers.get(name));
    if (!this.#closed) this.#timers.set(name, setTimeout(what, after));
  }

  // ---- the loader's word --------------------------------------------------------------------

  async check(study = true): Promise<void> {
    const number = ++this.#checking;
    try {
      const found = await api.check(this.slug, { changes: this.changes, open: this.open });
      if (number !== this.#checking) return; // something else has been typed meanwhile
      this.checked = found;
      if (found.good) this.good = found;
      this.problem = "";
      const entries = new Map(this.entries);
      for (const entry of found.entries) entries.set(entry.path, entry);
      this.entries = entries;
      if (study && found.good) this.#wait("study", LATER, () => void this.compare());
      if (study && found.good) this.#wait("room", LATER, () => void this.#ask());
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  async show(path: string): Promise<void> {
    this.open = path;
    this.room = null;
    if (!path || !this.facts) return;
    await this.check(false);
    void this.#ask();
  }
  /** Asks whether there is room for another one like what is open, and for the game without it. */
  async #ask(): Promise<void> {
    const open = this.open;
    if (!open || this.removed(open) || !this.checked?.good) return;
    const found = await api.room(this.slug, { changes: this.changes, open }).catch(() => null);
    if (open === this.open && found?.path) this.room = found;
  }

  readonly #own = $derived(new Map<number, Card>((this.facts?.cards ?? []).map((card) => [card.id, card])));
  readonly cards = $derived.by(() => {
    const made = new Map(this.#own);
    for (const card of this.good?.cards ?? []) made.set(card.id, card);
    return made;
  });

  // ---- studies ------------------------------------------------------------------------------

  async compare(): Promise<void> {
    if (!this.checked?.good || this.checked.same || this.changes.length === 0) {
      if (this.study) await api.stopStudy(this.study.id).catch(() => null);
      this.study = null;
      this.#keep();
      return;
    }
    const other = this.mine.find((set) => set.id === this.against)?.changes ?? [];
    const against = other.map((one) => change(drafted(one)));
    await this.#begin("study", { kind: "whatif", against, instead: this.study?.id ?? "" });
  }
  async sweep(path: string): Promise<void> {
    await this.#begin("curve", { kind: "curve", path, instead: this.curve?.id ?? "" });
  }
  async propose(target: string, path = ""): Promise<void> {
    await this.#begin("tune", { kind: "tune", target, path, instead: this.tune?.id ?? "" });
  }
  async stop(what: "study" | "curve" | "tune"): Promise<void> {
    const id = this[what]?.id;
    if (id) this[what] = await api.stopStudy(id);
  }

  async #begin(
    what: "study" | "curve" | "tune",
    wish: Pick<StudyWish, "kind" | "path" | "target" | "against" | "instead">,
  ): Promise<void> {
    try {
      const asked = { game: this.slug, changes: this.changes, ...wish };
      this[what] = await api.study(asked, person.session);
      this.problem = "";
      this.#keep();
      this.#follow(what);
    } catch (error) {
      this.problem = (error as Refusal).message;
    }
  }
  #follow(what: "study" | "curve" | "tune"): void {
    const id = this[what]?.id;
    if (!id || !["waiting", "working"].includes(this[what]!.state)) return;
    this.#wait(`look ${what}`, AGAIN, async () => {
      const found = await api.studied(id).catch(() => null);
      if (this[what]?.id !== id) return; // another one has taken its place
      if (found) this[what] = found;
      this.#follow(what);
    });
  }

  // ---- sets ---------------------------------------------------------------------------------

  async list(): Promise<void> {
    this.mine = await api.mySets(this.slug, who()).catch(() => []);
  }
  #draft(changes: ChangeFacts[]): Draft {
    return Object.fromEntries(changes.map(drafted));
  }
  load(set: SetFacts): void {
    this.set = { id: set.id, version: set.version, name: set.name, notes: set.notes };
    this.saved = this.#draft(set.changes);
    this.take(this.saved);
  }
  fresh(): void {
    this.set = null;
    this.saved = {};
    this.take({});
  }
  async save(name: string, notes: string): Promise<boolean> {
    const wish = { game: this.slug, name, notes, changes: this.changes };
    try {
      const known = this.set ? { id: this.set.id, version: this.set.version } : {};
      const made = await api.saveSet({ ...wish, ...known }, who());
      if (made.token) memory.write("bench.token", made.token);
      const { set } = made;
      this.set = { id: set.id, version: set.version, name: set.name, notes: set.notes };
      this.saved = this.draft = this.#draft(set.changes);
      this.problem = "";
      this.#keep();
      await this.list();
      return true;
    } catch (error) {
      this.problem = (error as Refusal).message;
      return false;
    }
  }
  async bring(text: string): Promise<void> {
    try {
      const made = await api.importSet(text, who());
      if (made.token) memory.write("bench.token", made.token);
      this.load(made.set);
      await this.list();
    } catch (error) {
      this.problem = (error as Refusal).message;
    }
  }
  async remove(id: string): Promise<void> {
    try {
      await api.deleteSet(id, who());
      if (this.set?.id === id) this.set = null;
      this.#keep();
      await this.list();
    } catch (error) {
      this.problem = (error as Refusal).message;
    }
  }
}

/** The numbers of an entry, those in its tables too. */
export function numbers(fields: FieldFacts[]): FieldFacts[] {
  return fields.flatMap((field) =>
    field.kind === "whole" ? [field] : field.tables.flatMap((table) => numbers(table)),
  );
}
