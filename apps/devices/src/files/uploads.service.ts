import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import type { Upload, files } from '@telemon/contracts/devices/files';
import { uploadGone } from './uploads.errors.ts';
import { UploadsRepository } from './uploads.repository.ts';

/** Uploaded files for calls of this service. Any of its processes takes any chunk; unused chunks expire. */
@Injectable()
export class UploadsService {
  constructor(private readonly repository: UploadsRepository) {}

  async putChunk({ id }: Actor, { uploadId, index, bytes }: RequestOf<typeof files.putChunk>): Promise<null> {
    await this.repository.insert(id, uploadId, index, Buffer.from(bytes, 'base64'));
    return null;
  }

  /**
   * Returns the whole file and removes it here.
   * @throws if the actor has no such complete upload.
   */
  async take({ id }: Actor, { id: uploadId, size }: Upload): Promise<Buffer> {
    const content = await this.repository.read(id, uploadId);
    if (content.length !== size) throw uploadGone();
    await this.repository.remove(id, uploadId);
    return content;
  }

  /** Removes the chunks of an abandoned upload. */
  async drop({ id }: Actor, uploadId: string): Promise<null> {
    await this.repository.remove(id, uploadId);
    return null;
  }
}
