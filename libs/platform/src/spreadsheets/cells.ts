import type { Cell } from './column.ts';

/** An ISO 8601 instant as a time; an empty cell where there is none. */
export const timeIn = (iso: string | null | undefined): Cell => (iso ? Date.parse(iso) : null);

/** An empty cell instead of an empty text. */
export const textIn = (text: string | null | undefined): Cell => text || null;

export const yesOrNo = (is: boolean): Cell => (is ? 'Yes' : 'No');

/** A word of a contract, such as 'warning', as pages show it: 'Warning'. */
export const capitalised = (word: string | null): Cell =>
  word === null ? null : word.charAt(0).toUpperCase() + word.slice(1);
