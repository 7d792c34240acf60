import { Injectable } from '@nestjs/common';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { askedUser } from './asked-user.ts';

/** Who assists managers, as far as this service needs to know of them. */
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

  /** Of the newest fact about somebody; 0: none came yet. */
  versionOf(id: string): number {
    return this.users.versionOf(id);
  }

  /** Whether there is such an assistant of a manager, by the newest fact about them. */
  isKnownOf(managerId: string, id: string): boolean {
    const user = this.users.get(id);
    return user?.userRole === 'assistant' && user.managerId === managerId;
  }

  /** The same by whoever keeps the users, as a fact about them may still be on its way. */
  async isOf(managerId: string, id: string): Promise<boolean> {
    const user = await askedUser(this.asker, id);
    return user?.userRole === 'assistant' && user.managerId === managerId;
  }
}
