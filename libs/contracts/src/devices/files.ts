import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';

/** Largest chunk of a file in one NATS message: in base64 it stays below the megabyte that NATS takes by default. */
export const CHUNK_BYTES = 524_288;
const MOST_CHUNKS = 64;
const CHUNK_CHARACTERS = Math.ceil(CHUNK_BYTES / 3) * 4;

/** An uploaded file; the service that the call is for already has its chunks. */
export const Upload = z.strictObject({
  id: Id,
  /** The sender's name for it, without folders. */
  fileName: z.string().min(1).max(255),
  /** Bytes. */
  size: z.int().min(1),
});
export type Upload = z.infer<typeof Upload>;

/** Names a file, its reader and its expiry; signed by the service that stores it. */
const FileToken = z.string().min(1).max(200);

/** A file behind a valid token. */
export const OpenFile = z.object({
  contentType: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  chunks: z.int(),
  /** How long the address stays valid, s. */
  goodForS: z.int(),
});
export type OpenFile = z.infer<typeof OpenFile>;

/** Files of the devices service on their way through the gateway. */
export const files = {
  /** Stores one chunk of an upload, `bytes` in base64, until the call that the file is for, or for some minutes. */
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
  /** Deletes the chunks of a failed upload. */
  drop: call('devices.files.drop', z.strictObject({ uploadId: Id }), z.null()),
  /** The file behind a signed address. */
  open: call('devices.files.open', z.strictObject({ token: FileToken }), OpenFile),
  /** The bytes of the chunk with this number, in base64. */
  chunk: call(
    'devices.files.chunk',
    z.strictObject({ token: FileToken, index: z.int().min(0) }),
    z.object({ bytes: z.string() }),
  ),
};
