import { Controller } from '@nestjs/common';
import { credentials, devices } from '@telemon/contracts/devices/devices';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { refusePeople } from '@telemon/platform/messaging/services-alone';
import { DevicesService } from './devices.service.ts';

@Controller()
export class DevicesHandler {
  constructor(private readonly service: DevicesService) {}

  @Answers(devices.create)
  async create({ actor, request }: Asked<typeof devices.create>) {
    return this.service.create(actor, request);
  }

  @Answers(devices.list)
  async list({ actor, request }: Asked<typeof devices.list>) {
    return this.service.list(actor, request);
  }

  @Answers(devices.get)
  async get({ actor, request }: Asked<typeof devices.get>) {
    return this.service.get(actor, request.deviceName);
  }

  @Answers(devices.update)
  async update({ actor, request: { deviceName, ...change } }: Asked<typeof devices.update>) {
    return this.service.update(actor, deviceName, change);
  }

  @Answers(devices.remove)
  async remove({ actor, request }: Asked<typeof devices.remove>) {
    return this.service.remove(actor, request.deviceName);
  }

  @Answers(devices.all)
  async all({ actor }: Asked<typeof devices.all>) {
    return this.service.all(actor);
  }

  @Answers(devices.onFloor)
  async onFloor({ actor, request }: Asked<typeof devices.onFloor>) {
    return this.service.onFloor(actor, request.floorId);
  }

  @Answers(devices.bulkUpdate)
  async bulkUpdate({ actor, request }: Asked<typeof devices.bulkUpdate>) {
    return this.service.bulkUpdate(actor, request);
  }

  @Answers(devices.sensors)
  async sensors({ actor, request }: Asked<typeof devices.sensors>) {
    return this.service.sensors(actor, request.deviceName);
  }

  @Answers(credentials.renew)
  async renewLogin({ actor, request }: Asked<typeof credentials.renew>) {
    return { mqtt: await this.service.renewLogin(actor, request.deviceName) };
  }

  /** For our own endpoints alone; there is no route to it. */
  @Answers(credentials.lookUp)
  async lookUp({ actor, request }: Asked<typeof credentials.lookUp>) {
    refusePeople(actor);
    return this.service.login(request.deviceName);
  }

  /** Answers like `lookUp`, for several devices. */
  @Answers(credentials.lookUpAll)
  async lookUpAll({ actor, request }: Asked<typeof credentials.lookUpAll>) {
    refusePeople(actor);
    return { logins: await this.service.logins(request.deviceNames) };
  }
}
