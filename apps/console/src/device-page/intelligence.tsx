import { Box } from '@mui/material';
import type { Intelligence as Answered } from '@telemon/contracts/devices/dashboards';
import { formatValue, valueOrDash } from '../texts/numbers.ts';
import { dateTime, fullTime } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import type { Point } from './chart/points.ts';
import { Facts, Measured, Panel } from './panel.tsx';

interface Props {
  /** Undefined while it loads. */
  answered: Answered | undefined;
  unit: string;
  points: readonly Point[];
  /** The rain in the range, mm; null if none is measured. */
  rain: number | null;
}

const NOTHING: Answered = {
  events: { highest: null, lowest: null },
  summary: { minimum: null, maximum: null, average: null },
};

interface Extreme {
  value: number;
  time: number;
}

const extremeOf = (answered: Answered['events']['highest']): Extreme | null =>
  answered && { value: answered.value, time: Date.parse(answered.timestamp) };

/** The extremes of the response, updated with the values that arrived after it. */
const extremesWith = (events: Answered['events'], points: readonly Point[]) => {
  let highest = extremeOf(events.highest);
  let lowest = extremeOf(events.lowest);
  for (const { time, current: value } of points) {
    if (value === null) continue;
    if (highest === null || value > highest.value) highest = { value, time };
    if (lowest === null || value < lowest.value) lowest = { value, time };
  }
  return { highest, lowest };
};

/** Side by side where there is space, so that a number stays near its name. */
const PARTS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
  gap: '16px 48px',
};

/** The documents' panel: the extremes with their moments, and the range in three numbers. */
export const Intelligence = ({ answered, unit, points, rain }: Props) => {
  const text = useText();
  const { events, summary } = answered ?? NOTHING;
  const { highest, lowest } = extremesWith(events, points);
  const { average } = summary;
  const minimum = lowest === null ? summary.minimum : Math.min(summary.minimum ?? Infinity, lowest.value);
  const maximum = highest === null ? summary.maximum : Math.max(summary.maximum ?? -Infinity, highest.value);
  const measured = (value: number | null | undefined) => (
    <Measured value={answered && valueOrDash(value)} unit={unit} place={56} />
  );
  const event = (name: 'highest' | 'lowest', extreme: Extreme | null) =>
    [
      text(`intelligence.${name}`),
      <>
        <strong>{measured(extreme?.value)}</strong>
        {extreme ? (
          <time dateTime={new Date(extreme.time).toISOString()} title={fullTime(extreme.time)}>
            {dateTime(extreme.time)}
          </time>
        ) : (
          <time>{'\u00a0'}</time>
        )}
      </>,
    ] as const;
  return (
    <Panel title={text('intelligence.title')}>
      <Box sx={PARTS}>
        <div>
          <h3>{text('intelligence.events')}</h3>
          <Facts facts={[event('highest', highest), event('lowest', lowest)]} />
        </div>
        <div>
          <h3>{text('intelligence.summary')}</h3>
          <Facts
            facts={Object.entries({ minimum, maximum, average }).map(
              ([name, value]) => [text(`intelligence.${name as 'minimum'}`), measured(value)] as const,
            )}
          />
        </div>
        {rain !== null && (
          <Facts
            facts={[[text('level.rain'), <Measured key="rain" value={formatValue(rain)} unit="mm" />]]}
          />
        )}
      </Box>
    </Panel>
  );
};
