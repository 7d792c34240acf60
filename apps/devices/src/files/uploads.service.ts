import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import type { Upload, files } from '@telemon/contracts/files';
import { uploadGone } from './uploads.errors.ts';
import { UploadsRepository } from './uploads.repository.ts';

/** Files that come in for calls of this service. Any of its processes takes any chunk; what nobody asks for ends by itself. */
@Injectable()
export class UploadsService {
  constructor(private readonly repository: UploadsRepository) {}

  async putChunk({ id }: Actor, { uploadId, index, bytes }: RequestOf<typeof files.putChunk>): Promise<null> {
    await this.repository.insert(id, uploadId, index, Buffer.from(bytes, 'base64'));
    return null;
  }

  /**
   * Hands the whole file to `work` and forgets it afterwards, whatever comes of it.
   * @throws where it isn't there, or isn't the actor's.
   */
  async use<Result>(
    { id }: Actor,
    upload: Upload,
    work: (content: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const content = Buffer.concat(await this.repository.read(id, upload.id));
    if (content.length !== upload.size) throw uploadGone();
    try {
      return await work(content);
    } finally {
      await this.repository.remove(upload.id);
    }
  }
}
