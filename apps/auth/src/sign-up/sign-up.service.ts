import { Inject, Injectable } from '@nestjs/common';
import type { SignUpRequest } from '@telemon/contracts/auth/sign-up';
import { USER_DEFAULTS, type User } from '@telemon/contracts/auth/users';
import { defineError } from '@telemon/platform/errors';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession } from 'mongodb';
import { CODE_LASTS_MS, OneTimeCodes } from '../codes/one-time-codes.ts';
import type { AuthVariables } from '../config.ts';
import { CodeLimits } from '../limits/code-limits.ts';
import { LetterOutbox, type NewLetter } from '../letters/letter-outbox.ts';
import { LocationsService } from '../locations/locations.service.ts';
import { emailKeyOf } from '../users/user-document.ts';
import type { CompleteUser } from '../users/new-user.ts';
import { UsersService } from '../users/users.service.ts';
import { codeDoesNotMatch } from '../codes/codes.errors.ts';

const signUpIsOff = defineError('SignUpIsOff', 'forbidden', () => 'Sign-up is switched off');

/** Creates accounts that people request themselves: sends a code to their number and address, then takes it. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly users: UsersService,
    private readonly locations: LocationsService,
    private readonly codes: OneTimeCodes,
    private readonly letters: LetterOutbox,
    private readonly limits: CodeLimits,
    private readonly mongo: Mongo,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {}

  /** Sends a code. If the address has an account, only its owner learns so, by a letter in place of the code. */
  async sendCode(request: SignUpRequest, address: string): Promise<null> {
    this.refuseWhereOff();
    const { email, contact } = request;
    await this.limits.take([emailKeyOf(email), contact], address);
    await this.locations.refuseUnlessThere(request.locationId);
    const known = await this.users.withEmail(email);
    // In one transaction: without the letter the previous code has to stay valid.
    await this.mongo.transaction(async (session) => {
      // The same work in both cases, so that the response time does not reveal which it is.
      const code = await this.codes.issue('sign-up', personOf(request), session);
      const letter = known ? hasAccount(email) : codeLetter(email, contact, code);
      await this.letters.write(letter, session);
    });
    this.letters.nudge();
    return null;
  }

  /** Creates the account of a manager. @throws CodeDoesNotMatch, also if the address has an account by now. */
  async signUp(request: SignUpRequest, mobileOtp: string): Promise<User> {
    this.refuseWhereOff();
    const person = personOf(request);
    if (
      !(await this.codes.isValid('sign-up', person, mobileOtp)) ||
      (await this.users.withEmail(request.email)) !== null
    ) {
      throw codeDoesNotMatch('mobileOtp');
    }
    const { repeatPassword: _, ...fields } = request;
    const manager: CompleteUser = {
      ...fields,
      userRole: 'manager',
      managerId: null,
      invite: false,
      ...USER_DEFAULTS,
    };
    const first = async (session: ClientSession) => {
      if (!(await this.codes.use('sign-up', person, mobileOtp, session))) throw codeDoesNotMatch('mobileOtp');
    };
    return this.users.make(manager, { first });
  }

  private refuseWhereOff(): void {
    if (this.config.SIGNUP === 'off') throw signUpIsOff();
  }
}

/** A code is valid only for the address and number that it was sent to. */
const personOf = ({ email, contact }: SignUpRequest): string => `${emailKeyOf(email)} ${contact}`;

const hasAccount = (email: string): NewLetter => ({
  email,
  subject: 'A sign-up with your e-mail address',
  text: 'A Telemon account was requested for this address, which has one: sign in, or reset the password. If it was not you, ignore this e-mail.',
});

const codeLetter = (email: string, contact: string, code: string): NewLetter => ({
  email,
  contact,
  lastsMs: CODE_LASTS_MS,
  subject: 'Your Telemon code',
  text: `${code} is your code to sign up at Telemon. It is valid for 10 minutes. If you didn't request it, ignore it.`,
});
