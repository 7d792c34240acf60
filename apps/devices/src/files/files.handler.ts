import { Controller } from '@nestjs/common';
import { files } from '@telemon/contracts/files';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { UploadsService } from './uploads.service.ts';

@Controller()
export class FilesHandler {
  constructor(private readonly uploads: UploadsService) {}

  @Answers(files.putChunk)
  async putChunk({ actor, request }: Asked<typeof files.putChunk>) {
    return this.uploads.putChunk(actor, request);
  }
}
