import type { Reading } from '@telemon/contracts/readings';
import type { Heard } from '../src/evaluation/decode.ts';

/** A message with readings, as it is after decoding. */
export const heard = (readings: Reading[]): Heard => ({
  offset: 0,
  readings,
  heartbeatAt: null,
  isFresh: false,
  sources: [],
});
