import type { MessageBatch } from '@telemon/platform/kafka/consumption';

/** A message of `telemetry.raw` or `telemetry.images` as it is fetched; `@telemon/contracts/raw-headers` reads its headers. */
export type RawMessage = MessageBatch['messages'][number];
