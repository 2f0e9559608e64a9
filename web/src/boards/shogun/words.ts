// Words of The Shogun's Chosen.

/** "akaname-red" as people say it. */
export function called(name: string): string {
  const [kind, colour] = name.split("-");
  const words = kind.replaceAll("_", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return colour ? `${words} (${colour})` : words;
}
