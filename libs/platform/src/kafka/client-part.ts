import { createRequire } from 'node:module';

/** A module of kafkajs 2.2.4 that it does not export, by its path below `src`. @throws if it is gone */
export const clientPart = (path: string): unknown => createRequire(import.meta.url)(`kafkajs/src/${path}`);
