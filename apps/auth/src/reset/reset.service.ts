import { Injectable } from '@nestjs/common';
import type { User } from '@telemon/contracts/auth/users';
import { defineError } from '@telemon/platform/errors';
import { Mongo } from '@telemon/platform/mongo';
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
    private readonly mongo: Mongo,
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
    const mayText = await this.limits.allows(user?.contact || `number of ${person}`);
    // Together: without the letter the code that was sent before has to stay good.
    await this.mongo.transaction(async (session) => {
      const code = await this.codes.issue('reset', codeOwner(email, user), session);
      const letter = {
        email: user?.email ?? email,
        contact: user && mayText ? user.contact : null,
        lastsMs: user ? CODE_LASTS_MS : 0,
        subject: 'Your Telemon code',
        text: `${code} is your code for a new Telemon password. It is good for 10 minutes. If you did not ask for it, leave it.`,
      };
      await this.letters.write(letter, session);
    });
    this.letters.nudge();
    return null;
  }

  /** @throws where the code is wrong; where it is right, and there were too many resets this month. */
  async reset(email: string, userOtp: string, password: string): Promise<null> {
    const user = await this.users.withEmail(email);
    const owner = codeOwner(email, user);
    const isGood = await this.codes.isGood('reset', owner, userOtp);
    if (!user || !isGood) throw codeDoesNotMatch('userOtp');
    const isSet = await this.users.setPassword(user.id, password, async (session) => {
      if (!(await this.codes.use('reset', owner, userOtp, session))) throw codeDoesNotMatch('userOtp');
      return this.resets.allows(user.id, session);
    });
    if (!isSet) throw tooManyResets();
    return null;
  }
}

/** A code is good for the account and the address together: addresses can change hands. */
const codeOwner = (email: string, user: User | null): string =>
  `${emailKeyOf(email)} ${user?.id ?? 'nobody'}`;
