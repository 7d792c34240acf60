import { Controller } from '@nestjs/common';
import { udpRoutes } from '@telemon/contracts/udp-router/udp-routes';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { refusePeople } from '@telemon/platform/messaging/services-alone';
import { UdpRoutesService } from './udp-routes.service.ts';

@Controller()
export class UdpRoutesHandler {
  constructor(private readonly service: UdpRoutesService) {}

  @Answers(udpRoutes.create)
  async create({ actor, request }: Asked<typeof udpRoutes.create>) {
    return this.service.create(actor, request);
  }

  @Answers(udpRoutes.list)
  async list({ actor, request }: Asked<typeof udpRoutes.list>) {
    return this.service.list(actor, request);
  }

  @Answers(udpRoutes.remove)
  async remove({ actor, request }: Asked<typeof udpRoutes.remove>) {
    return this.service.remove(actor, request.id);
  }

  /** For the logs alone; there is no route of /v1 to it. */
  @Answers(udpRoutes.inForce)
  async inForce({ actor }: Asked<typeof udpRoutes.inForce>) {
    refusePeople(actor);
    return { routes: await this.service.inForce() };
  }
}
