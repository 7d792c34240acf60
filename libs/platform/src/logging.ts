import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { withoutSecrets } from './redaction.ts';

export type { Logger };

/**
 * A logger of JSON lines without secrets: neither in fields with secret names, however deep, nor as logins in addresses or
 * errors' texts.
 */
export const loggerTo = (stream: DestinationStream): Logger =>
  pino(
    {
      level: 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error)),
      },
      hooks: {
        logMethod(args, method) {
          const safe = args.map((arg) => (isFields(arg) ? fieldsWithoutSecrets(arg) : withoutSecrets(arg)));
          method.apply(this, safe as Parameters<typeof method>);
        },
        streamWrite: withoutControls,
      },
    },
    stream,
  );

/** JSON escapes only the first 32 of these; a terminal interprets the others, too, or reverses the line. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The same JSON with control characters escaped. */
const withoutControls = (line: string): string =>
  line.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

const isFields = (arg: unknown): arg is Record<string, unknown> =>
  typeof arg === 'object' && arg !== null && !(arg instanceof Error);

/** Passes `err` on as it is; its serializer removes the secrets. */
const fieldsWithoutSecrets = ({ err, ...fields }: Record<string, unknown>): unknown => ({
  ...(withoutSecrets(fields) as object),
  ...(err !== undefined && { err }),
});

/** The process's logger, to standard output. Fixed words in the message, values in fields; no payloads. */
export const logger: Logger = loggerTo(pino.destination(1));

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
