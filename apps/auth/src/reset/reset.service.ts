import { Injectable } from '@nestjs/common';
import type { User } from '@telemon/contracts/users';
import { defineError } from '@telemon/platform/errors';
import { codeDoesNotMatch } from '../codes/codes.errors.ts';
import { CODE_LASTS_MS, OneTimeCodes } from '../codes/one-time-codes.ts';
import { LetterOutbox } from '../letters/letter-outbox.ts';
import { CodeLimits } from '../limits/code-limits.ts';
import { ResetLimits } from '../limits/reset-limits.ts';
import { emailKeyOf } from '../users/user-document.ts';
import { UsersService } from '../users/users.service.ts';

const tooManyResets = defineError('TooManyResets', 'forbidden', () => 'Exceeded Maximum Monthly Resets');

/** How people get back in who forgot their password: a code to their number and address, then a new password. */
@Injectable()
export class ResetService {
  constructor(
    private readonly users: UsersService,
    private readonly codes: OneTimeCodes,
    private readonly letters: LetterOutbox,
    private readonly limits: CodeLimits,
    private readonly resets: ResetLimits,
  ) {}

  /**
   * Sends a code where the address is known, and says the same where it isn't, after the same work: nobody has such an
   * address's number, and the letter to it is out of date when it is written. A number that was sent enough codes is
   * left out, and the e-mail goes alone.
   */
  async sendCode(email: string, address: string): Promise<null> {
    const person = emailKeyOf(email);
    await this.limits.take([person], address);
    const user = await this.users.withEmail(email);
    const code = await this.codes.issue('reset', codeOwner(email, user));
    const mayText = await this.limits.allows(user?.contact || `number of ${person}`);
    await this.letters.write({
      email: user?.email ?? email,
      contact: user && mayText ? user.contact : null,
      lastsMs: user ? CODE_LASTS_MS : 0,
      subject: 'Your Telemon code',
      text: `${code} is your code for a new Telemon password. It is good for 10 minutes. If you did not ask for it, leave it.`,
    });
    this.letters.nudge();
    return null;
  }

  /** @throws where the code is wrong; where it is right, and there were too many resets this month. */
  async reset(email: string, userOtp: string, password: string): Promise<null> {
    const user = await this.users.withEmail(email);
    const isGood = await this.codes.use('reset', codeOwner(email, user), userOtp);
    if (!user || !isGood) throw codeDoesNotMatch('userOtp');
    if (!(await this.resets.allows(user.id))) throw tooManyResets();
    await this.users.setPassword(user.id, password);
    return null;
  }
}

/** A code is good for the account and the address together: addresses can change hands. */
const codeOwner = (email: string, user: User | null): string =>
  `${emailKeyOf(email)} ${user?.id ?? 'nobody'}`;
