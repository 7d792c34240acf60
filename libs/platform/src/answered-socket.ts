import type { Socket } from 'node:net';

/**
 * Ends a client's connection if data was sent and nothing comes back within `withinMs`. On a half-open connection, the system
 * accepts data for a quarter of an hour at least, although the other end is gone.
 */
export const endUnlessAnswered = (socket: Socket, withinMs: number): Socket => {
  let patience: NodeJS.Timeout | undefined;
  let lastLook: NodeJS.Immediate | undefined;
  const rest = (): void => {
    clearTimeout(patience);
    clearImmediate(lastLook);
    patience = undefined;
  };
  const end = (): void => void socket.destroy(new Error(`No answer in ${withinMs} ms`));
  // If this process was busy, the answer may have come: Node reads it between the timer and the immediate.
  const lookOnce = (): void => void (lastLook = setImmediate(end));
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = (...args: unknown[]) => {
    patience ??= setTimeout(lookOnce, withinMs);
    return write(...args);
  };
  return socket.on('data', rest).on('close', rest);
};
