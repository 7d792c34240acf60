import type { Socket } from 'node:net';

/**
 * Ends a client's connection if data was sent and nothing comes back within `withinMs`. On a half-open connection, the system
 * accepts data for a quarter of an hour at least, although the other end is gone.
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
