import { crc32, deflateRawSync } from 'node:zlib';

/** False entries about a part of a zip file. */
export interface ZipLies {
  unpacked?: number;
  crc?: number;
  localName?: string;
  isEncrypted?: boolean;
  /** Number of the part whose content it shares. */
  sameAs?: number;
}

export interface ZipPart extends ZipLies {
  name: string;
  content: Buffer | string;
}

/** A zip file of compressed parts, with their false entries. */
export const zipFile = (parts: readonly ZipPart[]): Buffer => {
  const pieces: Buffer[] = [];
  const table: Buffer[] = [];
  const places: number[] = [];
  let at = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = deflateRawSync(content, { level: 1 });
    const [name, localName] = [Buffer.from(part.name), Buffer.from(part.localName ?? part.name)];
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(part.isEncrypted ? 1 : 0, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(part.crc ?? crc32(content), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(part.unpacked ?? content.length, 18);
    header.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, localName]);
    local.writeUInt16LE(localName.length, 26);
    const place = part.sameAs === undefined ? at : places[part.sameAs]!;
    places.push(place);
    if (part.sameAs === undefined) {
      pieces.push(local, packed);
      at += local.length + packed.length;
    }
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(20, 4);
    header.copy(entry, 6);
    entry.writeUInt32LE(place, 42);
    table.push(entry, name);
  }
  const contents = Buffer.concat(table);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(contents.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, contents, end]);
};
