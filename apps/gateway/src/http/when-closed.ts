import type { ServerResponse } from 'node:http';

/** Calls back once a response is closed: at once if its client has left before. */
export const whenClosed = (response: ServerResponse, listener: () => void): void => {
  if (response.destroyed) listener();
  else response.once('close', listener);
};
