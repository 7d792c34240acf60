import { Module } from '@nestjs/common';
import { CodeLimits } from './code-limits.ts';
import { Counters } from './counters.ts';
import { LoginLimits } from './login-limits.ts';

@Module({ providers: [Counters, LoginLimits, CodeLimits], exports: [LoginLimits, CodeLimits] })
export class LimitsModule {}
