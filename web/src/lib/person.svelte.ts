// The person at this browser, where they have given a name and a password.

import { memory } from "./memory";

class Person {
  session: string | null = $state(memory.read<string | null>("person.session", null));
  name: string = $state(memory.read<string>("person.name", ""));

  enter(session: string, name: string): void {
    this.session = session;
    this.name = name;
    memory.write("person.session", session);
    memory.write("person.name", name);
    memory.rename(name);
  }

  leave(): void {
    this.session = null;
    this.name = "";
    memory.write("person.session", null);
    memory.write("person.name", "");
  }
}

export const person = new Person();
