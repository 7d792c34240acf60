/** One event as it is written to a stream. Every event is JSON on one line, so no data can end it early. */
export const eventFrame = (id: string, event: string, data: unknown): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** A keep-alive without an event, which also advances the reader's last event id. */
export const aliveFrame = (id: string): Buffer => Buffer.from(`: alive\nid: ${id}\n\n`);
