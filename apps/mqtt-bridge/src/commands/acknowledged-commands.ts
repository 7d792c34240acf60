import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import type { Collection } from 'mongodb';

/** How long a command is remembered after the devices service knows that it is delivered, s: until each replica has the fact. */
const REMEMBERED_FOR_S = 3_600;

interface Row {
  _id: string;
  at: Date;
  /** When the devices service had it; absent until then. */
  toldAt?: Date;
}

/** A device's acknowledgement of a command. */
export interface Acknowledgement {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The commands that devices have acknowledged, in the bridge's database: for other replicas, and across restarts. */
@Injectable()
export class AcknowledgedCommands {
  private readonly rows: Collection<Row>;

  constructor(mongo: Mongo) {
    this.rows = mongo.collection<Row>('acknowledged_commands', [
      { key: { toldAt: 1 }, expireAfterSeconds: REMEMBERED_FOR_S },
    ]);
  }

  async add(acknowledgements: readonly Acknowledgement[]): Promise<void> {
    await this.rows.bulkWrite(
      acknowledgements.map(({ id, at }) => ({
        updateOne: { filter: { _id: id }, update: { $setOnInsert: { at: new Date(at) } }, upsert: true },
      })),
    );
  }

  /** The ids among these of acknowledged commands. */
  async among(ids: readonly string[]): Promise<string[]> {
    const rows = await this.rows.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
    return rows.map(({ _id }) => _id);
  }

  /** Notes that the devices service knows of these acknowledgements. */
  async told(ids: readonly string[]): Promise<void> {
    await this.rows.updateMany({ _id: { $in: [...ids] } }, { $set: { toldAt: new Date() } });
  }

  /** The acknowledgements that the devices service may not know of. */
  async untold(): Promise<Acknowledgement[]> {
    const rows = await this.rows.find({ toldAt: null as never }).toArray();
    return rows.map(({ _id, at }) => ({ id: _id, at: at.getTime() }));
  }
}
