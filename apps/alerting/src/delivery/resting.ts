import { type NoticeLane, partsOf } from './notice.ts';

/** A lane, or one share of it, whose notices the sweep leaves out. */
export interface Resting {
  readonly lane: NoticeLane;
  readonly share?: string;
}

/** The filter for the notices of a lane, or of one share of it. */
export const noticesIn = ({ lane, share }: Resting) => {
  const { channel, broker } = partsOf(lane);
  return {
    channel,
    ...(broker !== '' && { to: broker }),
    ...(share !== undefined && { managerId: share === '' ? null : share }),
  };
};
