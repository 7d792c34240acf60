import { Controller } from '@nestjs/common';
import { floors, plans } from '@telemon/contracts/devices/floors';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { FloorsService } from './floors.service.ts';
import { PlansService } from './plans.service.ts';

@Controller()
export class FloorsHandler {
  constructor(
    private readonly service: FloorsService,
    private readonly plansService: PlansService,
  ) {}

  @Answers(floors.create)
  async create({ actor, request }: Asked<typeof floors.create>) {
    return this.service.create(actor, request);
  }

  @Answers(floors.list)
  async list({ actor, request }: Asked<typeof floors.list>) {
    return this.service.list(actor, request);
  }

  @Answers(floors.ofBuilding)
  async ofBuilding({ actor, request }: Asked<typeof floors.ofBuilding>) {
    return this.service.ofBuilding(actor, request.buildingId);
  }

  @Answers(floors.get)
  async get({ actor, request }: Asked<typeof floors.get>) {
    return this.service.get(actor, request.id);
  }

  @Answers(floors.remove)
  async remove({ actor, request }: Asked<typeof floors.remove>) {
    return this.service.remove(actor, request.id);
  }

  @Answers(plans.upload)
  async upload({ actor, request }: Asked<typeof plans.upload>) {
    return this.plansService.upload(actor, request.upload);
  }

  @Answers(plans.remove)
  async removeUpload({ actor, request }: Asked<typeof plans.remove>) {
    return this.plansService.remove(actor, request.fileName);
  }
}
