import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { Fragment } from 'react';
import { useRecordContext } from 'react-admin';
import {
  type AlertLogEntry,
  type DeliveryState,
  type FollowUp,
  outcomesOfCopies,
} from '@telemon/contracts/alerting/alert-log';
import { Icon, type IconName } from '../kit/icon.tsx';
import { dateTime } from '../texts/time.ts';
import { translateMessage } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
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

/** The outcome over one way, with its time; where a message went out, a remark about it stands in the tooltip. */
const OneWay = ({ outcome }: { outcome: Outcome }) => {
  const text = useText();
  const { way, state, count, at } = outcome;
  const remark = isUnsent(outcome) ? '' : inWords(outcome.reasons);
  const details = [remark, at && dateTime(at)].filter(Boolean).join(' · ');
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
        {remark && <span className="only-read-aloud"> {remark}</span>}
      </Box>
    </Tooltip>
  );
};

/** A line of its own below the outcomes that it explains. */
const REASON = { flexBasis: '100%', minWidth: '24ch', fontSize: 12, lineHeight: '16px' } as const;

/** Outcomes one after another; the reason of neighbours that were not sent for the same one stands below the last of them. */
const Outcomes = ({ outcomes }: { outcomes: Outcome[] }) =>
  outcomes.map((outcome, place) => {
    const reason = isUnsent(outcome) ? inWords(outcome.reasons) : '';
    const next = outcomes[place + 1];
    const isSaidNext = next !== undefined && isUnsent(next) && inWords(next.reasons) === reason;
    return (
      <Fragment key={`${outcome.way} ${outcome.state}`}>
        <OneWay outcome={outcome} />
        {reason && !isSaidNext && (
          <Box component="span" className="quiet" sx={REASON}>
            {reason}
          </Box>
        )}
      </Fragment>
    );
  });

/** The copies to users, by outcome. */
const Copies = ({ copies }: Pick<AlertLogEntry['delivery'], 'copies'>) => {
  const text = useText();
  return (
    <>
      <span className="quiet">{text('resources.alertLog.copies', { smart_count: copies.length })}</span>
      <Outcomes
        outcomes={outcomesOfCopies(copies).map(({ channel: way, ...shared }) => ({ way, ...shared }))}
      />
    </>
  );
};

/** Of the later notices of one kind, such as reminders, the newest over each way. */
const Later = ({ kind, notices }: { kind: FollowUp['kind']; notices: FollowUp[] }) => {
  const text = useText();
  const newest = new Map(notices.map((notice) => [notice.channel, notice]));
  const most = Math.max(
    ...[...Map.groupBy(notices, ({ channel }) => channel).values()].map(({ length }) => length),
  );
  return (
    <>
      <span className="quiet">{text(`resources.alertLog.followUps.${kind}`, { smart_count: most })}</span>
      <Outcomes outcomes={[...newest].map(([way, notice]) => outcomeOf(way, notice))} />
    </>
  );
};

/** The outcome of each notice; held and failed ones carry their reason. */
export const DeliveryCell = () => {
  const { delivery, followUps } = useRecordContext<AlertLogEntry>()!;
  const ways = waysOf(delivery);
  const { copies } = delivery;
  if (ways.length === 0 && copies.length === 0 && followUps.length === 0) return <OrDash>{null}</OrDash>;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        gap: '2px 12px',
        fontSize: 13,
        maxWidth: '48ch',
      }}
    >
      <Outcomes outcomes={ways.map((way) => outcomeOf(way, delivery[way]))} />
      {copies.length > 0 && <Copies copies={copies} />}
      {[...Map.groupBy(followUps, ({ kind }) => kind)].map(([kind, notices]) => (
        <Later key={kind} kind={kind} notices={notices} />
      ))}
    </Box>
  );
};
