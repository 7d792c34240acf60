import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import type { Upload, files } from '@telemon/contracts/devices/files';
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
   * The whole file, which is forgotten here with that.
   * @throws where it isn't there, or isn't the actor's.
   */
  async take({ id }: Actor, { id: uploadId, size }: Upload): Promise<Buffer> {
    const content = await this.repository.read(id, uploadId);
    if (content.length !== size) throw uploadGone();
    await this.repository.remove(id, uploadId);
    return content;
  }

  /** Forgets what there is of a file that comes to nothing. */
  async drop({ id }: Actor, uploadId: string): Promise<null> {
    await this.repository.remove(id, uploadId);
    return null;
  }
}
