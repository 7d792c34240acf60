import { isAdmin } from '@telemon/contracts/actor';
import { Injectable } from '@nestjs/common';
import type { DeviceState, UserState } from '@telemon/contracts/facts';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';

/** What alerting knows of users, from facts. */
@Injectable()
export class KnownUsers {
  private readonly copy: FactCopy<'user'>;
  /** Those who want a copy of notices; few, so that a firing needn't look through everybody. */
  private readonly contacts = new Map<string, UserState>();

  constructor(copies: FactCopies) {
    this.copy = copies.of('user');
    this.copy.onChange((id, user) => {
      if (user?.alertContactStatus === 1) this.contacts.set(id, user);
      else this.contacts.delete(id);
    });
  }

  get(id: string): UserState | undefined {
    return this.copy.get(id);
  }

  /** Whether any fact has told of them, also where they are gone since. */
  hasHeardOf(id: string): boolean {
    return this.copy.versionOf(id) > 0;
  }

  /** Who gets a copy of each notice about a device: those who want one and may see it. */
  contactsFor(device: DeviceState): UserState[] {
    return [...this.contacts.values()].filter(
      ({ id, userRole }) =>
        isAdmin(userRole) ||
        (userRole === 'manager' && device.managerId === id) ||
        (userRole === 'assistant' && device.assistantIds.includes(id)),
    );
  }
}
