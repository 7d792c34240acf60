import { Injectable } from '@nestjs/common';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { askedUser } from './asked-user.ts';

/** The assistants of managers, from auth's facts. */
@Injectable()
export class AssistantsService {
  private readonly users: FactCopy<'user'>;

  constructor(
    copies: FactCopies,
    private readonly asker: Asker,
  ) {
    this.users = copies.of('user');
  }

  name(id: string): string {
    return this.users.get(id)?.name ?? '';
  }

  /** The version of the newest fact about a user; 0: none came yet. */
  versionOf(id: string): number {
    return this.users.versionOf(id);
  }

  /** Whether a manager has this assistant, by the newest fact about them. */
  isKnownOf(managerId: string, id: string): boolean {
    const user = this.users.get(id);
    return user?.userRole === 'assistant' && user.managerId === managerId;
  }

  /** The same, from auth, because the newest fact may not have arrived yet. */
  async isOf(managerId: string, id: string): Promise<boolean> {
    const user = await askedUser(this.asker, id);
    return user?.userRole === 'assistant' && user.managerId === managerId;
  }
}
