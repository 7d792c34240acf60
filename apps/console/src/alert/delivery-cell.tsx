import { Box, Tooltip } from '@mui/material';
import { useRecordContext } from 'react-admin';
import {
  type AlertLogEntry,
  type DeliveryState,
  outcomesOfCopies,
} from '@telemon/contracts/alerting/alert-log';
import { Icon, type IconName } from '../kit/icon.tsx';
import { dateTime } from '../texts/time.ts';
import { translateMessage } from '../texts/translate.ts';
import { type Text, useText } from '../texts/use-text.ts';
import { isUnsent, type Outcome, outcomeInWords, outcomeOf, waysOf } from './delivery-words.ts';
import { OrDash } from './or-dash.tsx';

const LOOKS: Record<DeliveryState['state'], { icon: IconName; colour: string }> = {
  none: { icon: 'minus', colour: 'text.secondary' },
  queued: { icon: 'waiting', colour: 'text.secondary' },
  sent: { icon: 'check', colour: 'text.secondary' },
  delivered: { icon: 'check', colour: 'var(--normal)' },
  failed: { icon: 'close', colour: 'var(--firing)' },
  held: { icon: 'warning', colour: 'var(--warn)' },
};

/** Long enough to read a reason after a tap, ms. */
const SHOWN_AFTER_TAP_MS = 8_000;

const inWords = (reasons: string[]): string => reasons.map(translateMessage).join(' · ');

/** The outcome over one way, with its reasons and its time in the tooltip. */
const OneWay = ({ outcome }: { outcome: Outcome }) => {
  const text = useText();
  const { way, state, count, reasons, at } = outcome;
  const details = [inWords(reasons), at && dateTime(at)].filter(Boolean).join(' · ');
  const { icon, colour } = LOOKS[state];
  return (
    <Tooltip title={details} enterTouchDelay={0} leaveTouchDelay={SHOWN_AFTER_TAP_MS}>
      <Box
        component="span"
        tabIndex={details ? 0 : undefined}
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: colour, whiteSpace: 'nowrap' }}
      >
        <Icon name={icon} size={14} strokeWidth={2} />
        <span>{outcomeInWords(way, outcome, text)}</span>
        {count > 1 && <span>×{count}</span>}
        {reasons.length > 0 && !isUnsent(outcome) && (
          <span className="only-read-aloud"> {inWords(reasons)}</span>
        )}
      </Box>
    </Tooltip>
  );
};

/** Outcomes on a line of their own. */
interface Line {
  key: string;
  /** Absent before those of the notices to the alert's own recipients. */
  title?: string;
  outcomes: Outcome[];
}

/** The notices that the entry fired, the copies, and of the later notices of each kind, such as reminders, the newest over each way. */
const linesOf = ({ delivery, followUps }: AlertLogEntry, text: Text): Line[] => {
  const { copies } = delivery;
  const own = waysOf(delivery).map((way) => outcomeOf(way, delivery[way]));
  const ofCopies = outcomesOfCopies(copies).map(({ channel: way, ...shared }) => ({ way, ...shared }));
  const later = [...Map.groupBy(followUps, ({ kind }) => kind)].map(([kind, notices]) => {
    const byWay = [...Map.groupBy(notices, ({ channel }) => channel)];
    const most = Math.max(...byWay.map(([, { length }]) => length));
    return {
      key: kind,
      title: text(`resources.alertLog.followUps.${kind}`, { smart_count: most }),
      outcomes: byWay.map(([way, ofWay]) => outcomeOf(way, ofWay.at(-1)!)),
    };
  });
  return [
    { key: 'own', outcomes: own },
    {
      key: 'copies',
      title: text('resources.alertLog.copies', { smart_count: copies.length }),
      outcomes: ofCopies,
    },
    ...later,
  ].filter(({ outcomes }) => outcomes.length > 0);
};

/** The outcome of each notice, and below them, once each, the reasons of those that were not sent. */
export const DeliveryCell = () => {
  const text = useText();
  const lines = linesOf(useRecordContext<AlertLogEntry>()!, text);
  if (lines.length === 0) return <OrDash>{null}</OrDash>;
  const unsent = lines.flatMap(({ outcomes }) => outcomes).filter(isUnsent);
  const reasons = new Set(unsent.flatMap((outcome) => outcome.reasons));
  return (
    <Box
      component="span"
      sx={{ display: 'inline-grid', gap: '2px', minWidth: { sm: 172 }, maxWidth: '48ch', fontSize: 13 }}
    >
      {lines.map(({ key, title, outcomes }) => (
        <Box key={key} component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: '2px 12px' }}>
          {title && <span className="quiet">{title}</span>}
          {outcomes.map((outcome) => (
            <OneWay key={`${outcome.way} ${outcome.state}`} outcome={outcome} />
          ))}
        </Box>
      ))}
      {[...reasons].map((reason) => (
        <Box key={reason} component="span" className="quiet" sx={{ fontSize: 12, lineHeight: '16px' }}>
          {translateMessage(reason)}
        </Box>
      ))}
    </Box>
  );
};
