import { Controller } from '@nestjs/common';
import { locations } from '@telemon/contracts/auth/locations';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { LocationsService } from './locations.service.ts';

@Controller()
export class LocationsHandler {
  constructor(private readonly service: LocationsService) {}

  @Answers(locations.create)
  async create({ actor, request }: Asked<typeof locations.create>) {
    return this.service.create(actor, request.locationName);
  }

  @Answers(locations.list)
  async list({ actor, request }: Asked<typeof locations.list>) {
    return this.service.list(actor, request);
  }

  @Answers(locations.all)
  async all() {
    return this.service.all();
  }

  @Answers(locations.remove)
  async remove({ actor, request }: Asked<typeof locations.remove>) {
    return this.service.remove(actor, request.id);
  }
}
