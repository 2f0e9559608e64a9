// What a game brings to the browser, and what its board is given. See web/README.md.

import type { Component } from "svelte";
import type { BoxMap, BoxToken, Card, Choice, Happened } from "../lib/messages";

/** Colours are CSS, mostly `light-dark(day, night)`; type is a stack of fonts that systems have. */
export interface Look {
  colours: {
    ground: string; // the page behind the board
    board: string; // the board itself; may be a gradient
    ink: string; // text on the board
    accent: string; // buttons, links, headings
    accentInk: string; // text on the accent
  };
  display: string;
  order: number; // in the lobby
}

/** What a board is given; it draws the view, and calls `onchoose` with one of the choices. */
export interface BoardProps<View = any> {
  view: View;
  choices: Choice[]; // of this seat, now; empty where it is not asked, and in a replay
  seat: number; // whose eyes these are; -1 is a spectator
  watching: boolean; // nobody here can choose: a replay, or a spectator
  names: string[]; // of the seats
  cards: Map<number, Card>; // every card of the game by its number
  events: Happened[]; // what happened in the step that led here
  hint: Choice | null; // a choice that is pointed at in the list of choices
  onchoose: (choice: Choice) => void;
}

/** How a card is drawn; `null` is its back. It fills the width it is given (use cqw units). */
export interface FaceProps {
  card: Card | null;
  whole?: boolean; // with its whole text, as on a printed card of 63 mm
}

export type Board = Component<BoardProps>;
export type Cover = Component<{ slug: string }>;
export type Face = Component<FaceProps>;
/** A printed token, as large as its frame; what has no picture shows its mark. */
export type Piece = Component<{ token: BoxToken }>;
/** A printed map; a square of it is `--square` wide. */
export type MapPart = Component<{ map: BoxMap }>;
