import { useRecordContext } from 'react-admin';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { useNow } from '../live/clock.ts';
import { StateChip } from '../state/state-chip.tsx';
import { fullTime, timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { AgainstRule, LineBelow, Measured } from './rule.tsx';
import { periodOf, ruleOf } from './rule-words.ts';
import { UnusualSeverity } from './severity-chip.tsx';

const STEP_MS = 60_000;

const Silence = ({ silentSince, triggeredAt }: Pick<AlertLogEntry, 'silentSince' | 'triggeredAt'>) => {
  const text = useText();
  const now = useNow(STEP_MS);
  const since = silentSince ?? triggeredAt;
  return (
    <>
      <StateChip state="silent">{text('states.silent')}</StateChip>
      <LineBelow>
        <time dateTime={since} title={fullTime(since)}>
          {text('resources.alertLog.noReadingSince', { time: timeOrDate(Date.parse(since), now) })}
        </time>
      </LineBelow>
    </>
  );
};

/** The value of the reading that fired, above its rule; without a reading, the deadline or silence instead. */
export const WhatHappened = () => {
  const text = useText();
  const entry = useRecordContext<AlertLogEntry>()!;
  const rule = ruleOf(entry);
  if (rule === null) return <Silence {...entry} />;
  const { cause, value, severity } = entry;
  return (
    <AgainstRule rule={rule}>
      <UnusualSeverity severity={severity} />{' '}
      {cause === 'deadline' && text('resources.alertLog.notReached', { period: periodOf(rule, text) })}
      {value !== null && <Measured values={[value]} sensorName={rule.sensorName} />}
    </AgainstRule>
  );
};
