import { Controller } from '@nestjs/common';
import { images } from '@telemon/contracts/devices/images';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { ImagesService } from './images.service.ts';

@Controller()
export class ImagesHandler {
  constructor(private readonly service: ImagesService) {}

  @Answers(images.log)
  async log({ actor, request }: Asked<typeof images.log>) {
    return this.service.page(actor, request);
  }
}
