import type { Intelligence as Answered } from '@telemon/contracts/devices/dashboards';
import type { z } from 'zod';
import { dateTime, fullTime } from '../texts/time.ts';
import { columnFormat } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { Bone } from './bone.tsx';
import { extremesWith } from './extremes.ts';
import type { Point } from './chart/points.ts';
import { Panel } from './panel.tsx';
import styles from './intelligence.module.css';

interface Props {
  /** Undefined until it has come. */
  answered: z.infer<typeof Answered> | undefined;
  unit: string;
  points: readonly Point[];
}

const NOTHING: z.infer<typeof Answered> = {
  events: { highest: null, lowest: null },
  summary: { minimum: null, maximum: null, average: null },
};

/** The documents' panel: the extremes with their moments, and the range in three numbers. */
export const Intelligence = ({ answered, unit, points }: Props) => {
  const text = useText();
  const { events, summary } = answered ?? NOTHING;
  const { highest, lowest } = extremesWith(events, points);
  const { average } = summary;
  const minimum = lowest === null ? summary.minimum : Math.min(summary.minimum ?? Infinity, lowest.value);
  const maximum = highest === null ? summary.maximum : Math.max(summary.maximum ?? -Infinity, highest.value);
  const format = columnFormat([highest?.value, lowest?.value, minimum, maximum, average]);
  const measured = (value: number | null | undefined) =>
    answered ? (
      <>
        {format(value)} <span className="unit">{unit}</span>
      </>
    ) : (
      <Bone width={56} />
    );
  return (
    <Panel title={text('intelligence.title')}>
      <div className={styles.parts}>
        <div>
          <h3 className={styles.part}>{text('intelligence.events')}</h3>
          <dl className={styles.events}>
            {[['highest', highest] as const, ['lowest', lowest] as const].map(([name, extreme]) => (
              <div key={name}>
                <dt>{text(`intelligence.${name}`)}</dt>
                <dd>
                  <strong>{measured(extreme?.value)}</strong>
                  {extreme ? (
                    <time dateTime={new Date(extreme.time).toISOString()} title={fullTime(extreme.time)}>
                      {dateTime(extreme.time)}
                    </time>
                  ) : (
                    <span className={styles.noTime} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3 className={styles.part}>{text('intelligence.summary')}</h3>
          <dl className={styles.summary}>
            {[
              ['minimum', minimum] as const,
              ['maximum', maximum] as const,
              ['average', average] as const,
            ].map(([name, value]) => (
              <div key={name}>
                <dt>{text(`intelligence.${name}`)}</dt>
                <dd>{measured(value)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Panel>
  );
};
