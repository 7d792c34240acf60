import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import type { DeviceImage, images } from '@telemon/contracts/devices/images';
import { unavailable } from '@telemon/platform/errors';
import { Mongo } from '@telemon/platform/mongo';
import { createHash } from 'node:crypto';
import { DeviceStatuses } from '../devices/device-statuses.ts';
import { DevicesService } from '../devices/devices.service.ts';
import type { FileDocument } from '../files/files.repository.ts';
import { FilesService } from '../files/files.service.ts';
import type { Sender } from '../readings/senders.ts';
import { type ImageDocument, ImagesRepository } from './images.repository.ts';
import type { ReadImage } from './read-image.ts';

const ID_CHARACTERS = 24;
/** The owner of an image's files until they are kept: no user has this id. */
const OWNER = 'a device';

/** The images of devices. */
@Injectable()
export class ImagesService {
  constructor(
    private readonly repository: ImagesRepository,
    private readonly files: FilesService,
    private readonly devices: DevicesService,
    private readonly statuses: DeviceStatuses,
    private readonly mongo: Mongo,
  ) {
    files.showTo((actor, fileId) => this.isSeen(actor, fileId));
  }

  /** Whether the image of this arrival is stored. */
  has(id: string): Promise<boolean> {
    return this.repository.has(id);
  }

  /**
   * Stores an image and shows it to open pages. Its files come first and expire by themselves unless the record follows, so that
   * nothing of it can be seen or stays if this is cut off.
   */
  async store(id: string, { device, receivedAt }: Sender, { image, thumbnail }: ReadImage): Promise<void> {
    const name = `${device.name}-${stampOf(receivedAt)}`;
    const file = await this.files.store(OWNER, { ...image, name });
    const small = await this.files.store(OWNER, { ...thumbnail, name: `${name}-small` });
    const isNew = await this.insert([file, small], {
      _id: id,
      deviceKey: device.key,
      deviceName: device.name,
      fileId: file._id,
      thumbnailId: small._id,
      fileName: file.fileName,
      createdAt: new Date(receivedAt),
    });
    if (isNew) this.statuses.show(device, 'image');
  }

  /** A page of the images of a device. @throws if there is no such device, or the actor may not see it. */
  async page(actor: Actor, asked: RequestOf<typeof images.log>): Promise<AnswerOf<typeof images.log>> {
    const { key } = await this.devices.find(actor, asked.deviceName);
    const { rows, totalCount } = await this.repository.page(key, asked);
    return { images: await this.viewsOf(actor, rows), pagination: { totalCount } };
  }

  /** The newest images of a device that the actor may see. */
  async newest(actor: Actor, deviceKey: number, count: number): Promise<DeviceImage[]> {
    return this.viewsOf(actor, await this.repository.newest(deviceKey, count));
  }

  /** Removes an image and its files. */
  async remove({ _id, fileId, thumbnailId }: ImageDocument): Promise<void> {
    await this.mongo.transaction(async (session) => {
      await this.repository.remove(_id, session);
      await this.files.remove(fileId, session);
      await this.files.remove(thumbnailId, session);
    });
  }

  /** Inserts the record of an image and makes its files permanent; false if another process was faster. */
  private async insert(files: readonly FileDocument[], image: ImageDocument): Promise<boolean> {
    try {
      await this.mongo.transaction(async (session) => {
        if (!(await this.repository.insert(image, session))) throw new StoredAlready();
        for (const file of files) if (!(await this.files.keep(file, session))) throw unavailable();
      });
      return true;
    } catch (error) {
      if (error instanceof StoredAlready) return false;
      throw error;
    }
  }

  private async isSeen(actor: Actor, fileId: string): Promise<boolean> {
    const image = await this.repository.ofFile(fileId);
    return image !== null && this.devices.sees(actor, image.deviceName, image.deviceKey);
  }

  private viewsOf(actor: Actor, rows: readonly ImageDocument[]): Promise<DeviceImage[]> {
    return Promise.all(
      rows.map(async ({ _id, fileId, thumbnailId, fileName, createdAt }) => ({
        id: _id,
        url: await this.files.addressOf(fileId, actor),
        thumbnailUrl: await this.files.addressOf(thumbnailId, actor),
        fileName,
        createdAt: createdAt.toISOString(),
      })),
    );
  }
}

/** Ends a transaction whose image is stored already. */
class StoredAlready extends Error {}

/** The id of the image that arrived with this id: a repeated delivery has the same one. */
export const imageIdOf = ({ device, receivedAt }: Sender, arrivalId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([device.key, receivedAt, arrivalId]))
    .digest('hex')
    .slice(0, ID_CHARACTERS);

/** A time as a part of a file's name, with milliseconds, as a device may send several images in a second: 20261125T190405.678Z. */
const stampOf = (instant: number): string => new Date(instant).toISOString().replaceAll(/[-:]/g, '');
