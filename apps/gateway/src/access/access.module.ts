import { type DynamicModule, Module } from '@nestjs/common';
import type { sessions } from '@telemon/contracts/auth/sessions';
import { Access } from './access.ts';
import { CallLimits } from './call-limits.ts';
import { ENDED_SESSIONS, EndedSessions } from './ended-sessions.ts';
import { TokenVerifier } from './token-verifier.ts';

@Module({})
export class AccessModule {
  static for(endedSessions: typeof sessions.ended): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      providers: [
        Access,
        CallLimits,
        TokenVerifier,
        EndedSessions,
        { provide: ENDED_SESSIONS, useValue: endedSessions },
      ],
      exports: [Access, CallLimits, EndedSessions],
    };
  }
}
