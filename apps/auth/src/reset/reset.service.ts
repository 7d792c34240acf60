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

/** Replaces a forgotten password: sends a code to the user's number and address, then takes it with a new password. */
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
   * Sends a code if the address is known. For an unknown one it does the same work and returns the same, but the letter
   * has no number and is never posted. To a number beyond its limit no SMS is sent, only the e-mail.
   */
  async sendCode(email: string, address: string): Promise<null> {
    const person = emailKeyOf(email);
    await this.limits.take([person], address);
    const user = await this.users.withEmail(email);
    const mayText = await this.limits.allows(user?.contact || `number of ${person}`);
    // In one transaction: without the letter the previous code has to stay valid.
    await this.mongo.transaction(async (session) => {
      const code = await this.codes.issue('reset', codeOwner(email, user), session);
      const letter = {
        email: user?.email ?? email,
        contact: user && mayText ? user.contact : null,
        lastsMs: CODE_LASTS_MS,
        isDecoy: !user,
        subject: 'Your Telemon code',
        text: `${code} is your code for a new Telemon password. It is valid for 10 minutes. If you didn't request it, ignore it.`,
      };
      await this.letters.write(letter, session);
    });
    this.letters.nudge();
    return null;
  }

  /** @throws CodeDoesNotMatch for a wrong code, TooManyResets for a right one beyond the limit of the month. */
  async reset(email: string, userOtp: string, password: string): Promise<null> {
    const user = await this.users.withEmail(email);
    const owner = codeOwner(email, user);
    const isValid = await this.codes.isValid('reset', owner, userOtp);
    if (!user || !isValid) throw codeDoesNotMatch('userOtp');
    const isSet = await this.users.setPassword(user.id, password, async (session) => {
      if (!(await this.codes.use('reset', owner, userOtp, session))) throw codeDoesNotMatch('userOtp');
      return this.resets.allows(user.id, session);
    });
    if (!isSet) throw tooManyResets();
    return null;
  }
}

/** A code is valid for the account and the address together, because an address can move to another account. */
const codeOwner = (email: string, user: User | null): string =>
  `${emailKeyOf(email)} ${user?.id ?? 'nobody'}`;
