// What this browser remembers: which seats it holds, under which name its person plays.

export interface HeldSeat {
  table: string;
  game: string;
  seat: number;
  token: string;
  at: number;
  heard?: number; // the last remark at this table that has been read
}

const MOST = 60; // seats remembered; older ones are found again by name and password

function read<T>(key: string, otherwise: T): T {
  try {
    const kept = localStorage.getItem(`bestiary.${key}`);
    return kept === null ? otherwise : (JSON.parse(kept) as T);
  } catch {
    return otherwise; // no storage, or something else wrote there
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(`bestiary.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the page then forgets when it is closed.
  }
}

export const memory = {
  read,
  write,

  seats(): HeldSeat[] {
    return read<HeldSeat[]>("seats", []);
  },

  seat(table: string): HeldSeat | undefined {
    return this.seats().find((held) => held.table === table);
  },

  hold(held: Omit<HeldSeat, "at">): void {
    const others = this.seats().filter((other) => other.table !== held.table);
    write("seats", [{ ...held, at: Date.now() }, ...others].slice(0, MOST));
  },

  /** A remark has been read. */
  hear(table: string, n: number): void {
    write(
      "seats",
      this.seats().map((held) => (held.table === table ? { ...held, heard: n } : held)),
    );
  },

  name(): string {
    return read<string>("name", "");
  },

  rename(name: string): void {
    write("name", name);
  },
};
