import { trusted } from 'mongoose';
import { type NoticeLane, partsOf } from './notice.ts';

/** A lane, or one share of it, whose notices the sweep leaves out. */
export interface Resting {
  readonly lane: NoticeLane;
  readonly share?: string;
  /** Its notices of lower ranks, which are sent first, are not left out. */
  readonly rank?: number;
}

/** The filter for these notices. */
export const noticesIn = ({ lane, share, rank }: Resting) => {
  const { channel, broker } = partsOf(lane);
  return {
    channel,
    ...(broker !== '' && { to: broker }),
    ...(share !== undefined && { managerId: share === '' ? null : share }),
    ...(rank !== undefined && rank > 0 && { rank: trusted({ $not: { $lt: rank } }) }),
  };
};
