import { hostname } from 'node:os';

/** The name of this process, the same after a restart, so that it frees the claims that it left unfinished. */
export const processName = ({ HEALTH_PORT }: { HEALTH_PORT: number }): string =>
  `${hostname()}:${HEALTH_PORT}`;
