// The person at this browser, where they have given a name and a password.

import { memory } from "./memory";

class Person {
  token: string | null = $state(memory.read<string | null>("person.token", null));
  name: string = $state(memory.read<string>("person.name", ""));

  enter(token: string, name: string): void {
    this.token = token;
    this.name = name;
    memory.write("person.token", token);
    memory.write("person.name", name);
    memory.rename(name);
  }

  leave(): void {
    this.token = null;
    this.name = "";
    memory.write("person.token", null);
    memory.write("person.name", "");
  }
}

export const person = new Person();
