import { z } from 'zod';

/** A rule on a sensor: an alert or an event. Kinds of facts have the same names. */
export const RuleKind = z.enum(['alert', 'event']);
export type RuleKind = z.infer<typeof RuleKind>;

/** Names a rule. */
export const RuleRef = z.object({ kind: RuleKind, id: z.string() });
export type RuleRef = z.infer<typeof RuleRef>;

/**
 * A new, changed or deleted rule. Every replica of alerting gets this over NATS before the call that changed it returns. The sender is the
 * replica that changed it, and ignores it.
 */
export const RuleChanged = RuleRef.extend({ sender: z.string() });
export type RuleChanged = z.infer<typeof RuleChanged>;
export const RULE_CHANGED_SUBJECT = 'alerting.rules.changed';
