import { Controller } from '@nestjs/common';
import { invitations } from '@telemon/contracts/auth/invitations';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { InvitationsService } from './invitations.service.ts';

@Controller()
export class InvitationsHandler {
  constructor(private readonly service: InvitationsService) {}

  @Answers(invitations.send)
  async send({ actor, request, address }: Asked<typeof invitations.send>) {
    return this.service.send(actor, request.id, address ?? 'unknown');
  }

  @Answers(invitations.read)
  async read({ request }: Asked<typeof invitations.read>) {
    return this.service.read(request.token);
  }

  @Answers(invitations.accept)
  async accept({ request: { token, password } }: Asked<typeof invitations.accept>) {
    return this.service.accept(token, password);
  }
}
