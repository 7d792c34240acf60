import { Module } from '@nestjs/common';
import { AccessTokens } from './access-tokens.ts';
import { Sessions } from './sessions.ts';

@Module({ providers: [AccessTokens, Sessions], exports: [AccessTokens, Sessions] })
export class TokensModule {}
