import { Controller } from '@nestjs/common';
import { sessions } from '@telemon/contracts/auth/sessions';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { Sessions } from './sessions.ts';

@Controller()
export class SessionsHandler {
  constructor(private readonly service: Sessions) {}

  @Answers(sessions.ended)
  async ended({ request }: Asked<typeof sessions.ended>) {
    const asOf = Date.now();
    return { sessionIds: await this.service.endedSince(new Date(request.since)), asOf };
  }

  @Answers(sessions.list)
  async list({ actor }: Asked<typeof sessions.list>) {
    const open = await this.service.openOf(actor.id);
    return {
      sessions: open.map(({ id, createdAt, usedAt, address, userAgent }) => ({
        id,
        createdAt: createdAt.toISOString(),
        usedAt: usedAt.toISOString(),
        address,
        userAgent,
        isCurrent: id === actor.sessionId,
      })),
    };
  }

  @Answers(sessions.endAll)
  async endAll({ actor }: Asked<typeof sessions.endAll>) {
    await this.service.endAllOf(actor.id);
    return null;
  }
}
