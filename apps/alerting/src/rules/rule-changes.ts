import { Injectable } from '@nestjs/common';
import { RULE_CHANGED_SUBJECT, RuleChanged } from '@telemon/contracts/alerting/rules';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Live } from '@telemon/platform/messaging/live';

/** Tells the rule books of all replicas about new and deleted rules. */
@Injectable()
export class RuleChanges {
  private readonly listeners: ((changed: RuleChanged) => void)[] = [];

  constructor(
    copies: FactCopies,
    private readonly live: Live,
  ) {
    live.subscribe(RULE_CHANGED_SUBJECT, RuleChanged, (changed) => this.tell(changed));
    // For a replica that the update did not reach.
    copies.of('alert').onChange((id) => this.tell({ kind: 'alert', id }));
    copies.of('event').onChange((id) => this.tell({ kind: 'event', id }));
  }

  /** Calls `listener` with each rule that any replica creates or deletes; if this one does, before the caller gets the answer. */
  onChange(listener: (changed: RuleChanged) => void): void {
    this.listeners.push(listener);
  }

  /** This process has created or deleted a rule. */
  publish(changed: RuleChanged): void {
    this.tell(changed);
    this.live.publish(RULE_CHANGED_SUBJECT, changed);
  }

  private tell(changed: RuleChanged): void {
    for (const listener of this.listeners) listener(changed);
  }
}
