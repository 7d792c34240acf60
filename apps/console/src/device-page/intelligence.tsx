import type { Intelligence as Answered } from '@telemon/contracts/dashboards';
import type { z } from 'zod';
import { dateTime, fullTime } from '../texts/time.ts';
import { valueOrDash } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { extremesWith } from './extremes.ts';
import type { Point } from './chart/points.ts';
import { Panel } from './panel.tsx';
import styles from './intelligence.module.css';

interface Props {
  answered: z.infer<typeof Answered>;
  unit: string;
  points: readonly Point[];
}

/** The documents' panel: the extremes with their moments, and the range in three numbers. */
export const Intelligence = ({ answered, unit, points }: Props) => {
  const text = useText();
  const { highest, lowest } = extremesWith(answered.events, points);
  const { minimum, maximum, average } = answered.summary;
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
                  <strong>
                    {valueOrDash(extreme?.value)} <span className="unit">{unit}</span>
                  </strong>
                  {extreme && (
                    <time dateTime={new Date(extreme.time).toISOString()} title={fullTime(extreme.time)}>
                      {dateTime(extreme.time)}
                    </time>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3 className={styles.part}>{text('intelligence.summary')}</h3>
          <dl className={styles.summary}>
            {(
              [
                ['minimum', lowest === null ? minimum : Math.min(minimum ?? Infinity, lowest.value)],
                ['maximum', highest === null ? maximum : Math.max(maximum ?? -Infinity, highest.value)],
                ['average', average],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt>{text(`intelligence.${name}`)}</dt>
                <dd>
                  {valueOrDash(value)} <span className="unit">{unit}</span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Panel>
  );
};
