import { Module } from '@nestjs/common';
import { AccessTokens } from './access-tokens.ts';
import { SessionsHandler } from './sessions.handler.ts';
import { Sessions } from './sessions.ts';

@Module({
  controllers: [SessionsHandler],
  providers: [AccessTokens, Sessions],
  exports: [AccessTokens, Sessions],
})
export class TokensModule {}
