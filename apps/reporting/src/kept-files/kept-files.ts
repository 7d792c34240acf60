import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { Binary, type Collection } from 'mongodb';
import { noFile } from './kept-files.errors.ts';

/** Bytes of a part: far less than the largest document. */
const PART_BYTES = 1024 * 1024;

interface PartDocument {
  _id: { run: string; claim: number; part: number };
  bytes: Binary;
  forgetAt: Date;
}

/** The spreadsheet that was written under one claim, of a report's run or of an export's order. */
interface FileOfClaim {
  readonly run: string;
  readonly fence: number;
  readonly forgetAt: Date;
}

/** The spreadsheets of runs, in parts. Each claim writes parts of its own, so that a process with an ended claim disturbs no other. */
@Injectable()
export class KeptFiles {
  private readonly parts: Collection<PartDocument>;

  constructor(mongo: Mongo) {
    this.parts = mongo.collection<PartDocument>('report_files', [
      { key: { forgetAt: 1 }, expireAfterSeconds: 0 },
      { key: { '_id.run': 1, '_id.claim': 1 } },
    ]);
  }

  /** Stores a file, and returns its size and, if it is not larger than `most`, its bytes. */
  async store(
    { run, fence, forgetAt }: FileOfClaim,
    pieces: AsyncIterable<Uint8Array>,
    most: number,
  ): Promise<{ size: number; bytes: Buffer | null }> {
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    let part = 0;
    let size = 0;
    let whole: Uint8Array[] | null = [];
    const flush = async () => {
      const bytes = new Binary(Buffer.concat(waiting));
      [waiting, waitingBytes] = [[], 0];
      await this.parts.insertOne({ _id: { run, claim: fence, part: part++ }, bytes, forgetAt });
    };
    for await (const piece of pieces) {
      if (piece.length === 0) continue;
      size += piece.length;
      waiting.push(piece);
      waitingBytes += piece.length;
      if (size > most) whole = null;
      else whole?.push(piece);
      if (waitingBytes >= PART_BYTES) await flush();
    }
    if (waitingBytes > 0) await flush();
    return { size, bytes: whole && Buffer.concat(whole) };
  }

  /** The parts of a run's file in their order. @throws if a part is missing: parts may expire or be removed while the file is read */
  async *of(run: string, fence: number, size: number): AsyncGenerator<Uint8Array> {
    let read = 0;
    for (let part = 0; read < size; part++) {
      const found = await this.parts.findOne({ _id: { run, claim: fence, part } });
      if (!found) throw noFile();
      const bytes = found.bytes.buffer;
      read += bytes.length;
      yield bytes;
    }
  }

  /** Removes the files of runs; with a fence, only those of earlier claims. */
  async remove(runs: readonly string[], before?: number): Promise<void> {
    await this.parts.deleteMany({
      '_id.run': { $in: [...runs] },
      ...(before !== undefined && { '_id.claim': { $lt: before } }),
    });
  }
}
