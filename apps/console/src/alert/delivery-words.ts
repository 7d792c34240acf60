import type { AlertLogEntry, CopiesOutcome, DeliveryState } from '@telemon/contracts/alerting/alert-log';
import type { Text } from '../texts/use-text.ts';

const WAYS = ['sms', 'email', 'mqtt'] as const;
type Way = (typeof WAYS)[number];

/** The ways over which there was something to send. */
export const waysOf = (delivery: Pick<AlertLogEntry['delivery'], Way>): Way[] =>
  WAYS.filter((way) => delivery[way].state !== 'none');

/** The outcome of one notice, or of copies with the same one, over one way. */
export type Outcome = Omit<CopiesOutcome, 'channel'> & { way: Way };

/** The outcome of one notice. */
export const outcomeOf = (way: Way, { state, reason, at }: DeliveryState): Outcome => ({
  way,
  state,
  count: 1,
  reasons: reason === null ? [] : [reason],
  at,
});

/** Whether the notice did not go out, so that its reason matters to the user. */
export const isUnsent = ({ state }: Pick<DeliveryState, 'state'>): boolean =>
  state === 'failed' || state === 'held';

/** "SMS held". */
export const outcomeInWords = (way: Way, { state }: Pick<DeliveryState, 'state'>, text: Text): string =>
  `${text(`resources.alertLog.ways.${way}`)} ${text(`resources.alertLog.states.${state}`)}`;
