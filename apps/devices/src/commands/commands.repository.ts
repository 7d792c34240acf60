import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';

export interface CommandDocument {
  _id: string;
  deviceName: string;
  /** Unlike its name, a device's key is never used again. */
  deviceKey: number;
  command: string;
  /** The command's place in the order in which the device's commands were made; clocks may differ. */
  place: number;
  createdAt: Date;
  /** null while it is pending. */
  deliveredAt: Date | null;
  /** The device took no packet as large as the command when it was last connected. */
  isTooLarge?: boolean;
}

const commandSchema = schemaOf<CommandDocument>({
  _id: String,
  deviceName: String,
  deviceKey: Number,
  command: String,
  place: Number,
  createdAt: Date,
  deliveredAt: Date,
  isTooLarge: Boolean,
}).index({ deviceKey: 1, place: -1 }, { unique: true });

@Injectable()
export class CommandsRepository {
  private readonly commands: Model<CommandDocument>;

  constructor(mongo: Mongo) {
    this.commands = mongo.model('commands', commandSchema);
  }

  /** All commands of a device, the newest first. */
  ofDevice(deviceKey: number, session?: ClientSession): Promise<CommandDocument[]> {
    return this.commands.find({ deviceKey }, null, { session }).sort({ place: -1 }).lean().exec();
  }

  find(id: string, session: ClientSession): Promise<CommandDocument | null> {
    return this.commands.findOne({ _id: id }, null, { session }).lean().exec();
  }

  /** The pending ones among these commands. */
  pendingAmong(ids: readonly string[], session: ClientSession): Promise<CommandDocument[]> {
    const filter = { _id: trusted({ $in: [...ids] }), deliveredAt: null };
    return this.commands.find(filter, null, { session }).lean().exec();
  }

  /** Marks pending commands as too large for their devices, and returns those that were not. */
  async markTooLarge(ids: readonly string[]): Promise<CommandDocument[]> {
    const filter = { _id: trusted({ $in: [...ids] }), deliveredAt: null, isTooLarge: trusted({ $ne: true }) };
    const found = await this.commands.find(filter).lean().exec();
    await this.commands.updateMany(filter, { $set: { isTooLarge: true } }).exec();
    return found;
  }

  async insert(command: CommandDocument, session: ClientSession): Promise<void> {
    await this.commands.insertOne(command, { session });
  }

  /** Marks commands as delivered, each at its time. */
  async deliver(times: ReadonlyMap<string, Date>, session: ClientSession): Promise<void> {
    const updates = [...times].map(([_id, deliveredAt]) => ({
      updateOne: { filter: { _id }, update: { $set: { deliveredAt } } },
    }));
    await this.commands.bulkWrite(updates, { session, throwOnValidationError: true });
  }

  async remove(ids: readonly string[], session: ClientSession): Promise<void> {
    await this.commands.deleteMany({ _id: trusted({ $in: [...ids] }) }, { session }).exec();
  }
}
