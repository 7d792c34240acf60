import { Controller } from '@nestjs/common';
import { exportOrders } from '@telemon/contracts/reporting/exports';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { ExportsService } from './exports.service.ts';

@Controller()
export class ExportsHandler {
  constructor(private readonly service: ExportsService) {}

  @Answers(exportOrders.order)
  async order({ actor, request }: Asked<typeof exportOrders.order>) {
    return this.service.order(actor, request);
  }

  @Answers(exportOrders.list)
  async list({ actor, request }: Asked<typeof exportOrders.list>) {
    return this.service.list(actor, request);
  }

  @Answers(exportOrders.get)
  async get({ actor, request }: Asked<typeof exportOrders.get>) {
    return this.service.get(actor, request.id);
  }

  @Answers(exportOrders.file)
  async file({ actor, request, inbox }: Asked<typeof exportOrders.file>) {
    return this.service.file(actor, request, inbox);
  }

  @Answers(exportOrders.remove)
  async remove({ actor, request }: Asked<typeof exportOrders.remove>) {
    return this.service.remove(actor, request.id);
  }
}
