/** One event as it is written to a stream. Every event is JSON on one line, so no data can end it early. */
export const eventFrame = (id: string, event: string, data: unknown): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** Moves a reader's last event id on and says that the stream lives, without an event. */
export const aliveFrame = (id: string): Buffer => Buffer.from(`: alive\nid: ${id}\n\n`);
