/** The datagrams of one device at one target, compared with those that Telemon accepted. */
interface Forwarded {
  /** Accepted, but not arrived. */
  readonly lost: number;
  /** Arrived, but not accepted. */
  readonly phantom: number;
  /** Second copies. */
  readonly repeated: number;
  /** Datagrams that arrived for the first time after a later one. */
  readonly outOfOrder: number;
}

/** @param arrived The datagrams' numbers in the order of their arrival */
export function compareForwarded(accepted: ReadonlySet<number>, arrived: readonly number[]): Forwarded {
  const seen = new Set<number>();
  let highest = -1;
  let outOfOrder = 0;
  for (const seq of arrived) {
    if (seq < highest && !seen.has(seq)) outOfOrder += 1;
    highest = Math.max(highest, seq);
    seen.add(seq);
  }
  return {
    lost: [...accepted].filter((seq) => !seen.has(seq)).length,
    phantom: [...seen].filter((seq) => !accepted.has(seq)).length,
    repeated: arrived.length - seen.size,
    outOfOrder,
  };
}
