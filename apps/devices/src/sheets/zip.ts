import { constants, crc32, inflateRawSync } from 'node:zlib';
import { SheetRefused, UNPACKED_MAX_BYTES } from './sheet.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MOST_ENTRIES = 2_000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Replaces a number that is stored elsewhere (ZIP64), as only files of gigabytes need it. */
const ELSEWHERE = 0xffffffff;

interface Entry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  at: number;
}

/**
 * Unpacks the wanted parts of a zip file. Its table of contents is not trusted: every part is unpacked into no more room than the
 * table gives it, and must have exactly the size and checksum of the table.
 * @throws SheetRefused if it is damaged, protected or inconsistent, or unpacks to more than 20 MB.
 */
export const unzip = (file: Buffer, isWanted: (name: string) => boolean): Map<string, Buffer> => {
  const contentsAt = { end: 0 };
  const entries = entriesOf(file, contentsAt);
  const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
  if (total > UNPACKED_MAX_BYTES) throw tooLarge();
  const parts = new Map<string, Buffer>();
  let free = 0;
  for (const entry of entries.toSorted((one, other) => one.at - other.at)) {
    const { from, to } = placeOfPart(file, entry);
    // Parts that share bytes unpack to far more than the file could hold.
    if (entry.at < free || to > contentsAt.end) throw damaged();
    free = to;
    if (isWanted(entry.name)) parts.set(entry.name, unpackedPart(file.subarray(from, to), entry));
  }
  return parts;
};

const tooLarge = () =>
  new SheetRefused('The file holds more than 20 MB once it is unpacked. Leave only the data in it', true);
const damaged = () =>
  new SheetRefused('The file is damaged: its table of contents does not fit what it holds. Save it anew');

const entriesOf = (file: Buffer, contents: { end: number }): Entry[] => {
  const end = endOf(file);
  const count = file.readUInt16LE(end + 10);
  const bytes = file.readUInt32LE(end + 12);
  const start = file.readUInt32LE(end + 16);
  if (file.readUInt32LE(end + 4) !== 0 || file.readUInt16LE(end + 8) !== count) throw damaged();
  if (count > MOST_ENTRIES || start + bytes !== end) throw damaged();
  contents.end = start;
  const entries: Entry[] = [];
  const names = new Set<string>();
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || file.readUInt32LE(at) !== ENTRY) throw damaged();
    if (file.readUInt16LE(at + 8) & ENCRYPTED)
      throw new SheetRefused('The file is protected by a password. Save it without one');
    const nameBytes = file.readUInt16LE(at + 28);
    const next = at + ENTRY_BYTES + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    if (next > end) throw damaged();
    const entry = {
      name: file.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packed: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    };
    if (names.has(entry.name) || [entry.packed, entry.unpacked, entry.at].includes(ELSEWHERE))
      throw damaged();
    names.add(entry.name);
    entries.push(entry);
    at = next;
  }
  return entries;
};

/** The position of the end record, which must end with the file. */
const endOf = (file: Buffer): number => {
  const first = Math.max(0, file.length - END_BYTES - 0xffff);
  for (let at = file.length - END_BYTES; at >= first; at--) {
    if (file.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + file.readUInt16LE(at + 20) === file.length) return at;
  }
  throw new SheetRefused('The file is damaged: its end is missing. Save it anew');
};

const placeOfPart = (file: Buffer, { name, at, packed }: Entry): { from: number; to: number } => {
  if (at + LOCAL_BYTES > file.length || file.readUInt32LE(at) !== LOCAL) throw damaged();
  const nameBytes = file.readUInt16LE(at + 26);
  const nameAt = at + LOCAL_BYTES;
  const from = nameAt + nameBytes + file.readUInt16LE(at + 28);
  if (file.toString('utf8', nameAt, nameAt + nameBytes) !== name) throw damaged();
  return { from, to: from + packed };
};

const unpackedPart = (bytes: Buffer, { method, unpacked, crc }: Entry): Buffer => {
  if (method !== STORED && method !== DEFLATED) throw damaged();
  const content = method === STORED ? bytes : inflated(bytes, unpacked);
  if (content.length !== unpacked || crc32(content) !== crc) throw damaged();
  return content;
};

const inflated = (bytes: Buffer, unpacked: number): Buffer => {
  try {
    return inflateRawSync(bytes, {
      maxOutputLength: Math.max(1, unpacked),
      finishFlush: constants.Z_FINISH,
    });
  } catch {
    // The content is larger than declared, or can't be unpacked.
    throw damaged();
  }
};

/** The same parts as a file without compression, for a reader that trusts tables of contents. */
export const zipOf = (parts: ReadonlyMap<string, Buffer>): Buffer => {
  const pieces: Buffer[] = [];
  const contents: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const nameBytes = Buffer.from(name);
    const local = Buffer.alloc(LOCAL_BYTES);
    local.writeUInt32LE(LOCAL, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(content.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(nameBytes.length, 26);
    const entry = Buffer.alloc(ENTRY_BYTES);
    entry.writeUInt32LE(ENTRY, 0);
    entry.writeUInt16LE(20, 4);
    local.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    pieces.push(local, nameBytes, content);
    contents.push(entry, nameBytes);
    at += LOCAL_BYTES + nameBytes.length + content.length;
  }
  const table = Buffer.concat(contents);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, table, end]);
};
