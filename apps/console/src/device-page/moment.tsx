import { dateOf, fullTime, timeWithSeconds } from '../texts/time.ts';

const LINE = { whiteSpace: 'nowrap' } as const;

/** The time of a reading, to the second; in a narrow column the time goes below its date. */
export const Moment = ({ at }: { at: number | string }) => (
  <time
    dateTime={new Date(at).toISOString()}
    title={fullTime(at)}
    style={{ display: 'inline-block', lineHeight: '18px' }}
  >
    <span style={LINE}>{dateOf(at)}</span> <span style={LINE}>{timeWithSeconds(at)}</span>
  </time>
);
