import { Controller } from '@nestjs/common';
import { files } from '@telemon/contracts/devices/files';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { FilesService } from './files.service.ts';
import { UploadsService } from './uploads.service.ts';

@Controller()
export class FilesHandler {
  constructor(
    private readonly uploads: UploadsService,
    private readonly service: FilesService,
  ) {}

  @Answers(files.putChunk)
  async putChunk({ actor, request }: Asked<typeof files.putChunk>) {
    return this.uploads.putChunk(actor, request);
  }

  @Answers(files.drop)
  async drop({ actor, request }: Asked<typeof files.drop>) {
    return this.uploads.drop(actor, request.uploadId);
  }

  @Answers(files.open)
  async open({ request }: Asked<typeof files.open>) {
    return this.service.open(request.token);
  }

  @Answers(files.chunk)
  async chunk({ request }: Asked<typeof files.chunk>) {
    return this.service.chunk(request.token, request.index);
  }
}
