// A table that is being arranged: all that can be settled before it is opened.

import type { ClockWish, GameFacts, SeatWish, TableWish, Value } from "./messages";

const LEARNED = "grandmaster"; // it plays where it has learned to

export type Wished = SeatWish & { kind: string };

export class Arranging {
  readonly game: GameFacts;
  options = $state<Record<string, Value>>({});
  seats = $state<Wished[]>([]);
  clock = $state<Required<ClockWish>>({ kind: "none", seconds: 300, increment: 0 });
  open = $state(false); // listed in the lobby
  spectators = $state("public"); // or "none", or the number of a seat
  delay = $state(10);
  undo = $state<"consent" | "none">("consent");
  standIn = $state<"novice" | "adept" | "master">("novice");
  hints = $state<"" | "yes" | "no">("");
  rated = $state(false);

  constructor(game: GameFacts) {
    this.game = game;
    this.use({});
    this.use(this.#recommended()?.[1].options ?? {});
  }

  get count(): number {
    return Number(this.options.players ?? this.game.players[0] ?? 2);
  }

  /** The machines that sit down at a table of so many. */
  get levels(): string[] {
    const { levels, learned, taught } = this.game;
    const usual = Object.fromEntries(this.game.options.map((option) => [option.name, option.default]));
    const plays = Object.entries(taught).every(([name, good]) =>
      good.includes((this.options[name] ?? usual[name]) as never),
    );
    return levels.filter((level) => level !== LEARNED || (plays && learned.includes(this.count)));
  }

  /** How many options differ from what is usual. */
  get changed(): number {
    return this.game.options.filter(
      (option) => option.name !== "players" && this.options[option.name] !== option.default,
    ).length;
  }

  /** The named tables for so many players. */
  get named(): [string, GameFacts["presets"][string]][] {
    return Object.entries(this.game.presets).filter(([, table]) => table.players.includes(this.count));
  }

  /** The name of the table that these options make, if it has one. */
  get called(): string {
    return this.named.find(([, table]) => this.#isSet(table.options))?.[0] ?? "";
  }

  /** The defaults with these changes, for as many players as now. */
  #rules(given: Record<string, Value>): Record<string, Value> {
    const usual = Object.fromEntries(this.game.options.map((option) => [option.name, option.default]));
    return { ...usual, ...given, ...("players" in this.options ? { players: this.count } : {}) };
  }

  #isSet(given: Record<string, Value>): boolean {
    return Object.entries(this.#rules(given)).every(([name, value]) => this.options[name] === value);
  }

  use(given: Record<string, Value>): void {
    this.options = this.#rules(given);
    this.seat();
  }

  /** Another number of players; whoever had the table that is recommended has the one for so many now. */
  play(players: number): void {
    const followed = this.#recommended()?.[0] === this.called;
    this.options.players = players;
    this.seat();
    const better = this.#recommended()?.[1].options;
    if (followed && better) this.use(better);
  }

  #recommended(): [string, GameFacts["presets"][string]] | undefined {
    return this.named.find(([, table]) => table.recommended.includes(this.count));
  }

  /** As many seats as players; mine first, machines at the others, none where it cannot play. */
  seat(): void {
    const usual = this.levels[0] ?? "random";
    const gone = this.game.levels.filter((level) => !this.levels.includes(level));
    this.seats = Array.from({ length: this.count }, (_, k) => {
      const held = this.seats[k] ?? { kind: k === 0 ? "me" : usual };
      return gone.includes(held.kind) ? { ...held, kind: usual } : held;
    });
  }

  /** What the server is asked for, with these people. */
  wish(seats: Wished[], name: string): TableWish {
    const { spectators } = this;
    return {
      game: this.game.slug,
      options: $state.snapshot(this.options),
      seats: seats.map((seat) => (seat.kind === "me" && name ? { ...seat, name } : { ...seat })),
      clock: { ...this.clock, increment: this.clock.kind === "game" ? this.clock.increment : 0 },
      public: this.open,
      spectators:
        spectators === "public" || spectators === "none"
          ? spectators
          : { seat: Number(spectators), delay: this.delay },
      undo: this.undo,
      stand_in: this.standIn,
      hints: this.hints === "" ? null : this.hints,
      rated: this.rated,
    };
  }
}
