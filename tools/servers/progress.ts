/** Prints one line for the user. */
export type Say = (line: string) => void;

export const seconds = (ms: number): string =>
  ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;

/** Does long work, with a line when it begins, every 20 s, and when it is done. */
export async function step<T>(say: Say, what: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  say(`${what} …`);
  const heartbeat = setInterval(
    () => say(`${what} … still at it (${seconds(performance.now() - from)})`),
    20_000,
  );
  try {
    const result = await work();
    say(`${what}: done (${seconds(performance.now() - from)})`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}
