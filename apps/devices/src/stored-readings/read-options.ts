import type { ClientSession } from 'mongodb';

/** A period, both ends included. Epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export const EVER: Range = { from: 0, to: 2 ** 47 };

export interface RowRange {
  readonly offset: number;
  readonly limit: number;
  /** -1: newest first. */
  readonly direction: 1 | -1;
}

/** The limits that end each query at the deadline of its request. */
export interface ReadBounds {
  /** Check it between rows; passed to the driver, it would leave an aborted query's cursor open. */
  signal: AbortSignal;
  maxTimeMs: number;
}

export interface ReadOptions {
  /** The limits of a user's query, which gets a connection of its own. */
  readonly bounds?: ReadBounds;
  readonly session?: ClientSession | undefined;
  /** Reads only what no failover takes back. */
  readonly readConcern?: { readonly level: 'majority' };
  /** Readings fetched at once, where fewer than usual are wanted. */
  readonly atOnce?: number;
}

/** A read's options for the driver. */
export const optionsOf = ({ bounds, session, readConcern }: ReadOptions) => ({
  ...(bounds && { maxTimeMS: bounds.maxTimeMs }),
  ...(readConcern && { readConcern }),
  session,
});
