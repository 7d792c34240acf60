import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';

/** Most of a file that one message on the bus holds: as base64 it stays below the megabyte that NATS takes by default. */
export const CHUNK_BYTES = 524_288;
const MOST_CHUNKS = 64;
const CHUNK_CHARACTERS = Math.ceil(CHUNK_BYTES / 3) * 4;

/** A file that somebody sent, in its chunks with the service that the call is for. */
export const Upload = z.strictObject({
  id: Id,
  /** As its sender calls it, without folders. */
  fileName: z.string().min(1).max(255),
  /** Bytes. */
  size: z.int().min(1),
});
export type Upload = z.infer<typeof Upload>;

/** Names a file, for whom and until when; signed by the service that keeps it. */
const FileToken = z.string().min(1).max(200);

/** A file that the service lets somebody see. */
export const OpenFile = z.object({
  contentType: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  chunks: z.int(),
  /** How long the address is good for, s. */
  goodForS: z.int(),
});
export type OpenFile = z.infer<typeof OpenFile>;

/** Files of the devices service on their way through the gateway. */
export const files = {
  /** One chunk of what somebody sends, `bytes` in base64; it is kept until the call that the file is for, or some minutes. */
  putChunk: call(
    'devices.files.put-chunk',
    z.strictObject({
      uploadId: Id,
      index: z
        .int()
        .min(0)
        .max(MOST_CHUNKS - 1),
      bytes: z.base64().min(1).max(CHUNK_CHARACTERS),
    }),
    z.null(),
  ),
  /** Forgets what there is of a file that somebody sends: it comes to nothing. */
  drop: call('devices.files.drop', z.strictObject({ uploadId: Id }), z.null()),
  /** What stands behind a signed address. */
  open: call('devices.files.open', z.strictObject({ token: FileToken }), OpenFile),
  /** Bytes of it, in base64, from the chunk of this number on. */
  chunk: call(
    'devices.files.chunk',
    z.strictObject({ token: FileToken, index: z.int().min(0) }),
    z.object({ bytes: z.string() }),
  ),
};
