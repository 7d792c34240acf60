import { Controller } from '@nestjs/common';
import { disk } from '@telemon/contracts/devices/disk';
import { Answers } from '@telemon/platform/messaging/answers';
import { DiskGuard } from './disk-guard.ts';

@Controller()
export class DiskHandler {
  constructor(private readonly guard: DiskGuard) {}

  @Answers(disk.get)
  async get() {
    return this.guard.disk;
  }
}
