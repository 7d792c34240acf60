import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { Binary, type Collection } from 'mongodb';

/** Longer than the upload of a file and the call that reads it may take. */
const KEPT_FOR_S = 15 * 60;

interface ChunkDocument {
  _id: string;
  uploadId: string;
  index: number;
  /** The user who uploads the file. */
  userId: string;
  bytes: Binary;
  createdAt: Date;
}

@Injectable()
export class UploadsRepository {
  private readonly chunks: Collection<ChunkDocument>;

  constructor(mongo: Mongo) {
    this.chunks = mongo.collection<ChunkDocument>('upload_chunks', [
      { key: { uploadId: 1, index: 1 } },
      { key: { createdAt: 1 }, expireAfterSeconds: KEPT_FOR_S },
    ]);
  }

  async insert(userId: string, uploadId: string, index: number, bytes: Buffer): Promise<void> {
    await this.chunks.insertOne({
      _id: `${uploadId}:${index}`,
      uploadId,
      index,
      userId,
      bytes: new Binary(bytes),
      createdAt: new Date(),
    });
  }

  /** The chunks of a user's upload, joined in order. */
  async read(userId: string, uploadId: string): Promise<Buffer> {
    const rows = await this.chunks.find({ uploadId, userId }, { sort: { index: 1 } }).toArray();
    return Buffer.concat(rows.map(({ bytes }) => bytes.buffer));
  }

  async remove(userId: string, uploadId: string): Promise<void> {
    await this.chunks.deleteMany({ uploadId, userId });
  }
}
