import type { Reading } from '@telemon/contracts/readings';
import type { RuleState } from '../rules/rule-document.ts';
import type { SilenceState } from '../silences/silences.repository.ts';
import type { Rule } from './rule.ts';
import { type SilenceWatch, stateOfWatch } from './silence-watch.ts';

/** A rule, or the watch over the silence of a device. */
export type Changed = Rule | SilenceWatch;

type StateOf<One extends Changed> = One extends Rule ? RuleState : SilenceState;

/** A time in which a rule's condition holds, or in which a device is silent: an entry of the alert log, or of the event log. */
export interface Firing {
  entryId: string;
  /** Arrival of the reading, the deadline, or the time from which the device counts as silent: epoch milliseconds. */
  at: number;
  /** Null unless a reading is the cause. */
  reading: Reading | null;
  value: number | null;
  /** Of a silence, the arrival of the last reading before it, epoch milliseconds; else null. */
  silentSince: number | null;
  /** When it was decided, epoch milliseconds. */
  decidedAt: number;
  /** When the reading that ended it arrived, epoch milliseconds; null while it lasts. */
  clearedAt: number | null;
}

/** The effect of a batch of readings on one rule, or on the watch over one device. */
export interface Change<One extends Changed = Changed> {
  rule: One;
  /** Revision of its state before the batch. */
  fromRevision: number;
  /** When a Periodic alert had reached its set point before the batch. */
  fromReached: number | null;
  /** State after the batch; later readings may have changed it since. */
  to: StateOf<One>;
  /** The entry that was open before the batch, and when the batch closed it. */
  closed: { entryId: string; at: number } | null;
  firings: Map<string, Firing>;
}

export const newChange = <One extends Changed>(rule: One): Change<One> => ({
  rule,
  fromRevision: rule.revision,
  fromReached: rule.kind === 'silence' ? null : rule.reached,
  to: stateOf(rule),
  closed: null,
  firings: new Map(),
});

/** Begins a firing. @param begun Without the parts that its cause lacks */
export const open = <One extends Changed>(
  change: Change<One>,
  begun: Pick<Firing, 'entryId' | 'at' | 'decidedAt'> & Partial<Firing>,
): void => {
  const { entryId } = begun;
  change.firings.set(entryId, { reading: null, value: null, silentSince: null, clearedAt: null, ...begun });
  change.rule.openEntryId = entryId;
  note(change);
};

/** Ends the open firing. */
export const close = <One extends Changed>(change: Change<One>, at: number): void => {
  const entryId = change.rule.openEntryId!;
  const firing = change.firings.get(entryId);
  if (firing) firing.clearedAt = at;
  else change.closed = { entryId, at };
  change.rule.openEntryId = null;
  note(change);
};

const note = <One extends Changed>(change: Change<One>): void => {
  const { rule } = change;
  rule.revision = change.fromRevision + 1;
  change.to = stateOf(rule);
  if (rule.kind !== 'silence') rule.storedReached = rule.reached;
};

const stateOf = <One extends Changed>(rule: One): StateOf<One> =>
  (rule.kind === 'silence' ? stateOfWatch(rule) : stateOfRule(rule)) as StateOf<One>;

const stateOfRule = (rule: Rule): RuleState => {
  const { openEntryId, changedAt, changedTimestamp, tied, revision, reached, partition } = rule;
  const state = { openEntryId, changedAt, changedTimestamp, tied, revision };
  return reached === null ? state : { ...state, reached: { partition, heardAt: reached } };
};
