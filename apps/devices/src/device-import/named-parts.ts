import type { Cell } from '../sheets/sheet.ts';

/** Ids by name in lower case; null if several parts have the name. */
export type Named = ReadonlyMap<string, string | null>;

/** A manager's sensors, buildings and floors by name, as a file refers to them. */
export interface NamedParts {
  sensors: Named;
  buildings: Named;
  /** Building id → its floors. */
  floors: ReadonlyMap<string, Named>;
}

/** Stands for a part that was not found, so that the rest of a row is validated all the same. */
export const UNKNOWN_PART = 'unknown';

export const named = (parts: readonly { id: string; name: string }[]): Named => {
  const ids = new Map<string, string | null>();
  for (const { id, name } of parts) ids.set(name.toLowerCase(), ids.has(name.toLowerCase()) ? null : id);
  return ids;
};

/** The part that a cell names. @param what The kind of part, in a word. */
export const partOf = (parts: Named, cell: Cell, what: string): { id: string; fault?: string } => {
  const id = parts.get(String(cell).trim().toLowerCase());
  if (id) return { id };
  return {
    id: UNKNOWN_PART,
    fault: id === null ? `Several ${what}s have this name` : `There is no such ${what}`,
  };
};
