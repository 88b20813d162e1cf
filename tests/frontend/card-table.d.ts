// What whoever shows a card table, a replay or a live match, gives it.
export {};

type Words = Record<string, string>;

declare module "../../viewer/static/board.js" {
  interface CardTable {
    words: Words;
    chosen: Record<string, any>;
    seats: any;
    names: Words;
    sides: { name: string; seats: any; short?: string }[];
    short?: Words;
    packs?: Record<string, any>;
    sections: Map<string, HTMLElement>;
    pays: boolean;
    draws: boolean;
    target: number;
    clauses: string[];
    contracts: Words;
    letters: Words;
    trumps: any;
    cards: any;
    player: any;
    board: HTMLElement;
    bottom: any;
    opened: any;
    draw(): void;
    drawName(...told: any[]): any;
    drawHand(...told: any[]): any;
  }
}
