import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/** Fields that never reach a log, wherever they stand. */
const SECRET_FIELDS = [
  'password',
  'token',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
  'passwordSha256',
];

/**
 * The process's logger: JSON lines on standard output. Fixed words in the message, values in fields; no payloads.
 */
export const logger: Logger = pino({
  level: 'info',
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
    censor: '[redacted]',
  },
});

/** Names the process in its log lines and sets how much is logged. */
export const configureLogging = (app: string, level: string): void => {
  logger.setBindings({ app });
  logger.level = level;
};

/** Lets Nest write through the same logger; its start-up chatter only shows at debug. */
export const nestLogger: LoggerService = {
  log: (message: unknown, context?: unknown) => logger.debug({ context }, String(message)),
  debug: (message: unknown, context?: unknown) => logger.debug({ context }, String(message)),
  verbose: (message: unknown, context?: unknown) => logger.trace({ context }, String(message)),
  warn: (message: unknown, context?: unknown) => logger.warn({ context }, String(message)),
  error: (message: unknown, stack?: unknown, context?: unknown) =>
    logger.error({ stack, context }, String(message)),
};
