import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import { schemaOf } from '@telemon/platform/mongo-schema';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';

export interface ImageDocument {
  /** The same for each delivery of one arrival. */
  _id: string;
  /** The key of the device that sent it: another device of its name never shows it. */
  deviceKey: number;
  deviceName: string;
  fileId: string;
  thumbnailId: string;
  fileName: string;
  /** When the image arrived. */
  createdAt: Date;
}

const imageSchema = schemaOf<ImageDocument>({
  _id: String,
  deviceKey: Number,
  deviceName: String,
  fileId: String,
  thumbnailId: String,
  fileName: String,
  createdAt: Date,
})
  .index({ deviceKey: 1, createdAt: -1, _id: -1 })
  .index({ createdAt: 1 })
  .index({ fileId: 1 })
  .index({ thumbnailId: 1 });

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

@Injectable()
export class ImagesRepository {
  private readonly images: Model<ImageDocument>;
  /** The same collection for lists, over other connections, so that writers don't wait behind lists. */
  private readonly lists: Model<ImageDocument>;

  constructor(mongo: Mongo) {
    this.images = mongo.model('images', imageSchema);
    this.lists = mongo.modelForLongReads(this.images);
  }

  /** Whether an image is stored for good: no failover can take it back, because its message is not read again. */
  async has(id: string): Promise<boolean> {
    return (await this.images.exists({ _id: id }).readConcern('majority')) !== null;
  }

  /** Inserts an image; false if it is stored already. The transaction can't go on then. */
  async insert(image: ImageDocument, session: ClientSession): Promise<boolean> {
    try {
      await this.images.insertOne(image, { session });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** A page of a device's images, newest first. */
  async page(
    deviceKey: number,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ rows: ImageDocument[]; totalCount: number }> {
    const [rows, totalCount] = await Promise.all([
      this.lists.find({ deviceKey }).sort(NEWEST_FIRST).skip(offset).limit(limit).lean(),
      this.lists.countDocuments({ deviceKey }),
    ]);
    return { rows, totalCount };
  }

  /** The newest images of a device. */
  newest(deviceKey: number, count: number): Promise<ImageDocument[]> {
    return this.lists.find({ deviceKey }).sort(NEWEST_FIRST).limit(count).lean().exec();
  }

  /** The image that a file or thumbnail belongs to. */
  async ofFile(id: string): Promise<ImageDocument | null> {
    return (
      (await this.images.findOne({ fileId: id }).lean().exec()) ??
      (await this.images.findOne({ thumbnailId: id }).lean().exec())
    );
  }

  /** The first key, from this one on, of a device with images; null if there is none. */
  async firstKeyFrom(key: number): Promise<number | null> {
    const found = await this.images
      .findOne({ deviceKey: trusted({ $gte: key }) }, { deviceKey: 1 })
      .sort({ deviceKey: 1 })
      .lean()
      .exec();
    return found && found.deviceKey;
  }

  /** Some images of a device. */
  someOf(deviceKey: number, count: number): Promise<ImageDocument[]> {
    return this.images.find({ deviceKey }).limit(count).lean().exec();
  }

  /** The oldest images from before an instant. */
  someBefore(instant: Date, count: number): Promise<ImageDocument[]> {
    return this.images
      .find({ createdAt: trusted({ $lt: instant }) })
      .sort({ createdAt: 1 })
      .limit(count)
      .lean()
      .exec();
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.images.deleteOne({ _id: id }, { session });
  }
}
