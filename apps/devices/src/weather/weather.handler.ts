import { Controller } from '@nestjs/common';
import { weather } from '@telemon/contracts/devices/weather';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { DevicesService } from '../devices/devices.service.ts';
import { WeatherService } from './weather.service.ts';

@Controller()
export class WeatherHandler {
  constructor(
    private readonly devices: DevicesService,
    private readonly service: WeatherService,
  ) {}

  @Answers(weather.ofDevice)
  async ofDevice({ actor, request }: Asked<typeof weather.ofDevice>) {
    return this.service.of(await this.devices.find(actor, request.deviceName));
  }
}
