import type { Socket } from 'node:net';

/**
 * Ends a client's connection where something was sent and nothing comes back for so long. A line can be half-open: what is
 * sent over it is taken, for a quarter of an hour at the least, though nobody is there any more.
 */
export const endUnlessAnswered = (socket: Socket, withinMs: number): Socket => {
  let patience: NodeJS.Timeout | undefined;
  const rest = (): void => {
    clearTimeout(patience);
    patience = undefined;
  };
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = (...args: unknown[]) => {
    patience ??= setTimeout(() => socket.destroy(new Error(`No answer in ${withinMs} ms`)), withinMs);
    return write(...args);
  };
  return socket.on('data', rest).on('close', rest);
};
