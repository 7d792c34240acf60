import { Controller } from '@nestjs/common';
import { sensorTypes } from '@telemon/contracts/sensor-types';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { SensorTypesService } from './sensor-types.service.ts';

@Controller()
export class SensorTypesHandler {
  constructor(private readonly service: SensorTypesService) {}

  @Answers(sensorTypes.create)
  async create({ actor, request }: Asked<typeof sensorTypes.create>) {
    return this.service.create(actor, request);
  }

  @Answers(sensorTypes.list)
  async list({ actor, request }: Asked<typeof sensorTypes.list>) {
    return this.service.list(actor, request);
  }

  @Answers(sensorTypes.ofManager)
  async ofManager({ actor, request }: Asked<typeof sensorTypes.ofManager>) {
    return this.service.ofManager(actor, request.managerId);
  }

  @Answers(sensorTypes.remove)
  async remove({ actor, request }: Asked<typeof sensorTypes.remove>) {
    return this.service.remove(actor, request.id);
  }
}
