import { type Actor, maySee } from '@telemon/contracts/actor';
import { Injectable } from '@nestjs/common';
import type { DeviceState, UserState } from '@telemon/contracts/facts';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';

/** Alerting's copy of the users, from facts. */
@Injectable()
export class KnownUsers {
  private readonly copy: FactCopy<'user'>;
  /** The users who want a copy of notices; few, so that a firing need not scan all users. */
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

  /** The actor's name; the role, until a fact about the actor has arrived. */
  nameOf({ id, role }: Actor): string {
    return this.get(id)?.name ?? role;
  }

  /** Whether a fact about the user has arrived, even if the user is deleted by now or the fact was not understood. */
  hasHeardOf(id: string): boolean {
    return this.copy.hasHeardOf(id);
  }

  /** The users who get a copy of each notice about a device: they want one and may see the device. */
  contactsFor(device: DeviceState): UserState[] {
    return [...this.contacts.values()].filter(({ id, userRole }) => maySee({ id, role: userRole }, device));
  }
}
