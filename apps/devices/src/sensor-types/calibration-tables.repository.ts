import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { Binary, type ClientSession, type Collection } from 'mongodb';
import type { CalibrationTable } from '../readings/treatment/calibration-table.ts';

/** Has the id of its sensor type: two columns of doubles in the byte order of memory. */
interface TableDocument {
  _id: string;
  raws: Binary;
  values: Binary;
}

/** The rows of uploaded tables; not in the sensor types, whose lists don't need them. */
@Injectable()
export class CalibrationTablesRepository {
  private readonly tables: Collection<TableDocument>;

  constructor(mongo: Mongo) {
    this.tables = mongo.collection<TableDocument>('calibration_tables');
  }

  async replace(id: string, { raws, values }: CalibrationTable, session: ClientSession): Promise<void> {
    const table = { raws: bytesOf(raws), values: bytesOf(values) };
    await this.tables.replaceOne({ _id: id }, table, { session, upsert: true });
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.tables.deleteOne({ _id: id }, { session });
  }

  /** The tables by the ids of their sensor types; without the sensor types that have no table. */
  async load(ids: readonly string[]): Promise<Map<string, CalibrationTable>> {
    const rows = await this.tables.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(
      rows.map(({ _id, raws, values }) => [_id, { raws: doublesOf(raws), values: doublesOf(values) }]),
    );
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Binary =>
  new Binary(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength));

/** A copy, because a Float64Array needs aligned bytes, and those of a MongoDB reply may not be aligned. */
const doublesOf = (bytes: Binary): Float64Array => new Float64Array(Uint8Array.from(bytes.value()).buffer);
