import { Inject, Injectable } from '@nestjs/common';
import { USER_DEFAULTS } from '@telemon/contracts/auth/users';
import { DomainError } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { CONFIG } from '@telemon/platform/platform.module';
import { untilAnswered } from '@telemon/platform/until-answered';
import type { AuthVariables } from '../config.ts';
import { UsersService } from './users.service.ts';

/** Creates the first admin at the start, so that sign-in is possible. Does nothing if there is an admin. */
@Injectable()
export class FirstAdmin {
  constructor(
    @Inject(CONFIG) private readonly config: AuthVariables,
    private readonly users: UsersService,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => untilAnswered(() => this.make()));
  }

  private async make(): Promise<void> {
    if (await this.users.hasAdmin()) return;
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = this.config;
    if (!email || !password) {
      logger.warn('there is no admin, and ADMIN_EMAIL and ADMIN_PASSWORD name none');
      return;
    }
    try {
      await this.users.make({
        name: 'Administrator',
        email,
        password,
        contact: '',
        companyName: 'Telemon',
        companyAddress: '',
        country: '',
        locationId: null,
        userRole: 'admin',
        managerId: null,
        invite: false,
        ...USER_DEFAULTS,
        mqttAdmin: 'Active',
      });
      logger.info('first admin made');
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'EmailTaken')) throw error;
      // Another replica was faster, or a user who is no admin has the address.
      if (!(await this.users.hasAdmin()))
        throw new Error('ADMIN_EMAIL is the address of a user who is no admin', { cause: error });
    }
  }
}
