import { Injectable } from '@nestjs/common';
import { CHUNK_BYTES } from '@telemon/contracts/devices/files';
import { Mongo } from '@telemon/platform/mongo';
import { Binary, type ClientSession, type Collection } from 'mongodb';

export interface FileDocument {
  _id: string;
  /** The user who uploaded it; for a device's image, a word that is no user's id. */
  userId: string;
  contentType: string;
  /** The name for downloads; by default the file's id with the extension of its type. */
  fileName: string;
  size: number;
  chunks: number;
  /** Pixels. */
  width: number;
  height: number;
  createdAt: Date;
  /** When MongoDB deletes it; absent once it is attached. */
  expiresAt?: Date;
}
interface ChunkDocument {
  _id: string;
  fileId: string;
  bytes: Binary;
  expiresAt?: Date;
}

const ENDS = { key: { expiresAt: 1 }, expireAfterSeconds: 0 } as const;
const chunkId = (fileId: string, index: number) => `${fileId}:${index}`;

@Injectable()
export class FilesRepository {
  private readonly files: Collection<FileDocument>;
  private readonly chunks: Collection<ChunkDocument>;

  constructor(mongo: Mongo) {
    this.files = mongo.collection<FileDocument>('files', [
      { ...ENDS },
      { key: { userId: 1, createdAt: -1 }, partialFilterExpression: { expiresAt: { $exists: true } } },
    ]);
    this.chunks = mongo.collection<ChunkDocument>('file_chunks', [{ ...ENDS }, { key: { fileId: 1 } }]);
  }

  /** Stores a file until it expires, its content first. */
  async insert(file: Omit<FileDocument, 'chunks'>, content: Uint8Array): Promise<FileDocument> {
    const count = Math.ceil(content.length / CHUNK_BYTES);
    const expires = file.expiresAt && { expiresAt: file.expiresAt };
    for (let index = 0; index < count; index++) {
      const bytes = new Binary(content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES));
      await this.chunks.insertOne({ _id: chunkId(file._id, index), fileId: file._id, bytes, ...expires });
    }
    const kept = { ...file, chunks: count };
    await this.files.insertOne(kept);
    return kept;
  }

  find(id: string): Promise<FileDocument | null> {
    return this.files.findOne({ _id: id });
  }

  async chunk(id: string, index: number): Promise<Buffer | null> {
    const row = await this.chunks.findOne({ _id: chunkId(id, index) });
    return row && Buffer.from(row.bytes.buffer);
  }

  /** Makes a user's expiring file permanent; null if the user has no such unexpired file. */
  async keep(id: string, userId: string, session: ClientSession): Promise<FileDocument | null> {
    const filter = { _id: id, userId, expiresAt: { $gt: new Date() } };
    const file = await this.files.findOneAndUpdate(filter, { $unset: { expiresAt: 1 } }, { session });
    if (!file) return null;
    const kept = await this.chunks.updateMany({ fileId: id }, { $unset: { expiresAt: 1 } }, { session });
    // MongoDB may have begun to delete the file.
    return kept.matchedCount === file.chunks ? file : null;
  }

  /** The ids of a user's unattached files, without the newest `butNewest`. */
  async unused(userId: string, butNewest: number): Promise<string[]> {
    const filter = { userId, expiresAt: { $exists: true } };
    const options = { sort: { createdAt: -1 }, skip: butNewest, projection: { _id: 1 } } as const;
    return (await this.files.find(filter, options).toArray()).map(({ _id }) => _id);
  }

  /** Removes a user's unattached file; false if there is none. */
  async removeUnused(id: string, userId: string, session: ClientSession): Promise<boolean> {
    const filter = { _id: id, userId, expiresAt: { $exists: true } };
    if ((await this.files.deleteOne(filter, { session })).deletedCount !== 1) return false;
    await this.chunks.deleteMany({ fileId: id }, { session });
    return true;
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.files.deleteOne({ _id: id }, { session });
    await this.chunks.deleteMany({ fileId: id }, { session });
  }
}
