const FIRST_MS = 1_000;
/** Short enough that everything is out a few minutes after a provider is well again. */
const LONGEST_MS = 2 * 60_000;
/** A provider may ask for more patience than ours, up to this. */
export const LONGEST_ASKED_MS = 3_600_000;

/** How long a notice is tried; after that a row says why it did not go out. */
export const TRIED_FOR_MS = 24 * 3_600_000;

/** How long to wait after so many attempts in vain; spread, so that not all come back at once. */
export const waitAfter = (attempts: number, askedMs = 0, random = Math.random): number => {
  const own = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_MS) * (0.75 + random() / 2);
  return Math.max(own, Math.min(askedMs, LONGEST_ASKED_MS));
};
