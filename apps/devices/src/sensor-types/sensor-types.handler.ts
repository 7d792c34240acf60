import { Controller } from '@nestjs/common';
import { sensorTypes } from '@telemon/contracts/devices/sensor-types';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { SensorTypesService } from './sensor-types.service.ts';
import { UploadedTablesService } from './uploaded-tables.service.ts';

@Controller()
export class SensorTypesHandler {
  constructor(
    private readonly service: SensorTypesService,
    private readonly uploadedTables: UploadedTablesService,
  ) {}

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

  @Answers(sensorTypes.table)
  async table({ actor, request }: Asked<typeof sensorTypes.table>) {
    return this.service.table(actor, request.id);
  }

  @Answers(sensorTypes.upload)
  async upload({ actor, request }: Asked<typeof sensorTypes.upload>) {
    return this.uploadedTables.upload(actor, request);
  }

  @Answers(sensorTypes.removeTable)
  async removeTable({ actor, request }: Asked<typeof sensorTypes.removeTable>) {
    return { sensor: await this.service.removeTable(actor, request.id) };
  }

  @Answers(sensorTypes.remove)
  async remove({ actor, request }: Asked<typeof sensorTypes.remove>) {
    return this.service.remove(actor, request.id);
  }
}
