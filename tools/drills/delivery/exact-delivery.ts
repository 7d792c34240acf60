import type { Bound } from '../drill.ts';
import { EXACT } from '../fleet/outcome.ts';

/** The bounds of a stream of a fleet that notifies in every channel. */
export const EXACT_DELIVERY: Readonly<Record<string, Bound>> = { ...EXACT, otherIds: 0 };
