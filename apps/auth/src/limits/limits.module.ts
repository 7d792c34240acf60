import { Module } from '@nestjs/common';
import { CodeLimits } from './code-limits.ts';
import { Limits } from './limits.ts';
import { LoginLimits } from './login-limits.ts';
import { ResetLimits } from './reset-limits.ts';

@Module({
  providers: [Limits, LoginLimits, CodeLimits, ResetLimits],
  exports: [LoginLimits, CodeLimits, ResetLimits],
})
export class LimitsModule {}
