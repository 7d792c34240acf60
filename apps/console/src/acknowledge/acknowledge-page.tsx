import type { LinkedEntry } from '@telemon/contracts/alerting/alert-log';
import type { Severity } from '@telemon/contracts/alerting/alerts';
import { useEffect, useState } from 'react';
import { measuredOf, periodOf, ruleInWords, ruleOf } from '../alert/rule-words.ts';
import { askAsVisitor } from '../data/ask.ts';
import { formatValue } from '../texts/numbers.ts';
import { dateTime } from '../texts/time.ts';
import { translate } from '../texts/translate.ts';
import { nameAndUnit, withUnit } from '../texts/units.ts';
import { Button } from '../visitor/button.tsx';
import { Entrance } from '../visitor/entrance.tsx';
import entrance from '../visitor/entrance.module.css';
import { RefusedLink } from '../visitor/refused-link.tsx';
import { useVisitorAnswer } from '../visitor/use-visitor-answer.ts';
import styles from './acknowledge-page.module.css';
import { Snooze } from './snooze.tsx';

/** The token of the link, which stands behind the `#` so that no server logs it. */
const tokenInAddress = (): string => window.location.hash.slice(1);

const severityOf = (severity: Severity): readonly [string, string] => [
  translate('resources.alert.fields.severity'),
  translate(`resources.alert.severities.${severity}`),
];

/** The measured value, the rule and the severity; of a silence, which has none of them, the time of the last reading. */
const factsOfCause = (entry: LinkedEntry): (readonly [string, string])[] => {
  const rule = ruleOf(entry);
  if (rule === null) {
    const { silentSince } = entry;
    return silentSince === null ? [] : [[translate('home.card.lastUpdated'), dateTime(silentSince)]];
  }
  const { severity } = entry;
  const measured =
    entry.value === null
      ? translate('resources.alertLog.notReached', { period: periodOf(rule, translate) })
      : withUnit(formatValue(entry.value), nameAndUnit(rule.sensorName).unit);
  return [
    [measuredOf(rule, translate), measured],
    [translate('resources.alert.fields.alertType'), ruleInWords(rule, translate)],
    ...(severity === null ? [] : [severityOf(severity)]),
  ];
};

const Facts = ({ entry }: { entry: LinkedEntry }) => {
  const { deviceAlias, deviceName, cause, triggeredAt, clearedAt } = entry;
  const facts = [
    [translate('resources.device.picker.label'), `${deviceAlias} (${deviceName})`],
    ...factsOfCause(entry),
    [translate('resources.alertLog.fields.triggeredAt'), dateTime(triggeredAt)],
    [
      translate('resources.alert.fields.firing'),
      clearedAt === null
        ? translate(cause === 'silence' ? 'acknowledge.silent' : 'acknowledge.firing')
        : translate('acknowledge.cleared', { time: dateTime(clearedAt) }),
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
};

/** Acknowledges an alert-log entry, or snoozes its alert, by the link of a notice. It asks first, because mail scanners open links. */
export default function AcknowledgePage() {
  const [link, setLink] = useState(tokenInAddress);
  const [isBusy, setBusy] = useState(false);
  const { answer, setAnswer, error, setError, retry } = useVisitorAnswer<{ entry: LinkedEntry }>(
    (signal) => askAsVisitor('POST /alertLog/linked', { link }, signal),
    link,
  );
  const entry = answer?.entry;

  useEffect(() => {
    const readAgain = () => setLink(tokenInAddress());
    window.addEventListener('hashchange', readAgain);
    return () => window.removeEventListener('hashchange', readAgain);
  }, []);

  const change = async (ask: () => Promise<{ entry: LinkedEntry }>) => {
    setBusy(true);
    setError(null);
    try {
      setAnswer(await ask());
    } catch (reason) {
      setError(reason as Error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Entrance heading={translate('acknowledge.heading')}>
      {entry && (
        <>
          {entry.message && <p className={styles.message}>{entry.message}</p>}
          <Facts entry={entry} />
          {entry.status === 'Pending' ? (
            <Button
              tone="main"
              disabled={isBusy}
              onClick={() => void change(() => askAsVisitor('POST /alertLog/acknowledgeLinked', { link }))}
            >
              {translate('acknowledge.submit')}
            </Button>
          ) : (
            <p className={entrance.done} role="status">
              {translate('acknowledge.done', { by: entry.ackBy, time: dateTime(entry.isAck) })}
            </p>
          )}
          <Snooze
            until={entry.snoozedUntil}
            isBusy={isBusy}
            onChoose={(hours) =>
              void change(() => askAsVisitor('POST /alertLog/snoozeLinked', { link, hours }))
            }
          />
        </>
      )}
      <RefusedLink error={error} onRetry={entry === undefined ? retry : undefined} />
    </Entrance>
  );
}
