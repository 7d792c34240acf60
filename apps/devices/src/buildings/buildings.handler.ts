import { Controller } from '@nestjs/common';
import { buildings } from '@telemon/contracts/devices/buildings';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { BuildingsService } from './buildings.service.ts';

@Controller()
export class BuildingsHandler {
  constructor(private readonly service: BuildingsService) {}

  @Answers(buildings.create)
  async create({ actor, request }: Asked<typeof buildings.create>) {
    return this.service.create(actor, request);
  }

  @Answers(buildings.list)
  async list({ actor, request }: Asked<typeof buildings.list>) {
    return this.service.list(actor, request);
  }

  @Answers(buildings.all)
  async all({ actor }: Asked<typeof buildings.all>) {
    return this.service.all(actor);
  }

  @Answers(buildings.get)
  async get({ actor, request }: Asked<typeof buildings.get>) {
    return this.service.get(actor, request.id);
  }

  @Answers(buildings.update)
  async update({ actor, request: { id, ...change } }: Asked<typeof buildings.update>) {
    return this.service.update(actor, id, change);
  }

  @Answers(buildings.remove)
  async remove({ actor, request }: Asked<typeof buildings.remove>) {
    return this.service.remove(actor, request.id);
  }
}
