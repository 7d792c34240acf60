import { Module } from '@nestjs/common';
import { Access } from './access.ts';
import { CallLimits } from './call-limits.ts';
import { TokenVerifier } from './token-verifier.ts';

@Module({ providers: [Access, CallLimits, TokenVerifier], exports: [Access] })
export class AccessModule {}
