import type { AlertLogEntry, DeliveryState } from '@telemon/contracts/alerting/alert-log';
import type { Text } from '../texts/use-text.ts';

const WAYS = ['sms', 'email', 'mqtt'] as const;
export type Way = (typeof WAYS)[number];

/** The ways over which there was something to send. */
export const waysOf = (delivery: Pick<AlertLogEntry['delivery'], Way>): Way[] =>
  WAYS.filter((way) => delivery[way].state !== 'none');

/** "SMS held". */
export const outcomeInWords = (way: Way, { state }: DeliveryState, text: Text): string =>
  `${text(`resources.alertLog.ways.${way}`)} ${text(`resources.alertLog.states.${state}`)}`;
