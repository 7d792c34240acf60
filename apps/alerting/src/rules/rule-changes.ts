import { Injectable } from '@nestjs/common';
import { RULE_CHANGED_SUBJECT, RuleChanged, type RuleRef } from '@telemon/contracts/alerting/rules';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Live } from '@telemon/platform/messaging/live';
import { randomUUID } from 'node:crypto';

/** Tells the rule books of all replicas about new, changed and deleted rules. */
@Injectable()
export class RuleChanges {
  private readonly listeners: ((changed: RuleRef) => void)[] = [];
  private readonly sender = randomUUID();

  constructor(
    copies: FactCopies,
    private readonly live: Live,
  ) {
    live.subscribe(RULE_CHANGED_SUBJECT, RuleChanged, ({ sender, ...changed }) => {
      if (sender !== this.sender) this.tell(changed);
    });
    // For a replica that the update did not reach.
    copies.of('alert').onChange((id) => this.tell({ kind: 'alert', id }));
    copies.of('event').onChange((id) => this.tell({ kind: 'event', id }));
  }

  /** Calls `listener` with each rule that any replica creates, changes or deletes; if this one does, before the caller gets the answer. */
  onChange(listener: (changed: RuleRef) => void): void {
    this.listeners.push(listener);
  }

  /** This process has created, changed or deleted a rule. */
  publish(changed: RuleRef): void {
    this.tell(changed);
    this.live.publish(RULE_CHANGED_SUBJECT, { ...changed, sender: this.sender } satisfies RuleChanged);
  }

  private tell(changed: RuleRef): void {
    for (const listener of this.listeners) listener(changed);
  }
}
