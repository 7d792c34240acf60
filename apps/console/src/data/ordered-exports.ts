import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';

/** Key in the tab's own storage, so that one tab alone saves each export; it outlives a reload. */
const STORED_UNDER = 'telemon.ordered-exports';
const NONE: readonly string[] = [];

let lastText: string | null = null;
let lastIds = NONE;
const { notify, subscribe } = makeListeners();

const parse = (text: string | null): readonly string[] => (text === null ? NONE : text.split(' '));

/** Returns the same array until it changes, so that React can compare it. */
const read = (): readonly string[] => {
  const text = sessionStorage.getItem(STORED_UNDER);
  if (text !== lastText) {
    lastText = text;
    lastIds = parse(text);
  }
  return lastIds;
};

const keep = (ids: readonly string[]): void => {
  if (ids.length === 0) sessionStorage.removeItem(STORED_UNDER);
  else sessionStorage.setItem(STORED_UNDER, ids.join(' '));
  notify();
};

/** Remembers an export that this tab has ordered, until its file is saved. */
export const addOrdered = (id: string): void => keep([...read(), id]);

export const dropOrdered = (id: string): void => keep(read().filter((other) => other !== id));

/** The ids of the exports that this tab has ordered and not saved yet. */
export const useOrdered = (): readonly string[] => useSyncExternalStore(subscribe, read);
