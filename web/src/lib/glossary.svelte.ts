// The words of a game that explain themselves, wherever a sentence has them.

import { api } from "./api";
import type { GlossaryTerm } from "./messages";

export interface Piece {
  text: string;
  term: GlossaryTerm | null;
}

interface Index {
  forms: Map<string, GlossaryTerm>;
  pattern: RegExp;
}
const indexed = new WeakMap<GlossaryTerm[], Index>();

/** The forms of all words, and what finds them in a sentence: the longest first. */
function index(terms: GlossaryTerm[]): Index {
  const known = indexed.get(terms);
  if (known) return known;
  const forms = new Map<string, GlossaryTerm>();
  for (const term of terms) for (const word of [term.word, ...term.also]) forms.set(word.toLowerCase(), term);
  const words = [...forms.keys()].sort((a, b) => b.length - a.length);
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const made = { forms, pattern };
  indexed.set(terms, made);
  return made;
}

/** The words of the glossary that a text has, in their order. */
export function termsIn(text: string, terms: GlossaryTerm[]): GlossaryTerm[] {
  return pieces(text, terms).flatMap((piece) => (piece.term ? [piece.term] : []));
}

/** A sentence cut where words of the glossary stand; whole words only. */
export function pieces(text: string, terms: GlossaryTerm[]): Piece[] {
  if (terms.length === 0 || text === "") return [{ text, term: null }];
  const { forms, pattern } = index(terms);
  const seen = new Set<GlossaryTerm>(); // once in a sentence is enough
  return text.split(pattern).flatMap((part, i) => {
    const term = i % 2 ? (forms.get(part.toLowerCase()) ?? null) : null;
    const fresh = term !== null && !seen.has(term);
    if (fresh) seen.add(term);
    return part ? [{ text: part, term: fresh ? term : null }] : [];
  });
}

class Glossary {
  slug = $state("");
  terms: GlossaryTerm[] = $state.raw([]);
  open: { term: GlossaryTerm; at: DOMRect } | null = $state.raw(null); // the one that explains itself now

  /** Brings the words of a game onto the page. */
  async take(slug: string): Promise<void> {
    if (!slug || slug === this.slug) return;
    this.slug = slug;
    this.terms = [];
    const primer = await api.primer(slug).catch(() => null);
    if (primer && this.slug === slug) this.terms = primer.terms;
  }
}

export const glossary = new Glossary();
