import { headers, type MsgHdrs } from '@nats-io/transport-node';
import type { Serializer } from '@nestjs/microservices';
import { PackedJson } from './packed-json.ts';

/** NATS header with the length and checksum of the compressed JSON. */
const PACKED = 'Telemon-Packed';

interface Written {
  data: string | Buffer;
  headers?: MsgHdrs;
}

/** Writes replies as Nest does, except compressed ones, which are the answer's bytes alone. */
export class ReplySerializer implements Serializer<{ response?: unknown }, Written> {
  serialize(packet: { response?: unknown }): Written {
    const { response } = packet;
    if (!(response instanceof PackedJson)) return { data: JSON.stringify(packet) };
    const told = headers();
    told.set(PACKED, `${response.length} ${response.checksum}`);
    return { data: response.deflated, headers: told };
  }
}

/** The compressed JSON in a message; null if it holds a reply in plain JSON. */
export const packedIn = (data: Buffer, told: MsgHdrs | undefined): PackedJson | null => {
  const [length, checksum] = (told?.get(PACKED) ?? '').split(' ').map(Number);
  return length === undefined || checksum === undefined ? null : new PackedJson(data, length, checksum);
};
