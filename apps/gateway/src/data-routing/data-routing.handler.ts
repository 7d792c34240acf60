import { Controller, Inject } from '@nestjs/common';
import { dataRouting } from '@telemon/contracts/gateway/data-routing';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { CONFIG } from '@telemon/platform/platform.module';
import type { GatewayVariables } from '../config.ts';
import { problemOfEditor } from './problem-of-editor.ts';

/** The gateway has the setting, because its Content-Security-Policy follows it; so it answers this call itself. */
@Controller()
export class DataRoutingHandler {
  constructor(@Inject(CONFIG) private readonly config: GatewayVariables) {}

  @Answers(dataRouting.show)
  async show(_asked: Asked<typeof dataRouting.show>) {
    const { DATA_ROUTING_URL: url = null } = this.config;
    return { url, problem: url === null ? null : await problemOfEditor(url) };
  }
}
