import { failureOfInput } from '@telemon/contracts/errors';
import { DomainError } from '@telemon/platform/errors';
import type { AskedBy } from '@telemon/platform/messaging/asker';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf } from '../access/access.ts';

const LONGEST_USER_AGENT = 200;

/** The user of a request. */
export const askedBy = (request: FastifyRequest): AskedBy => {
  const { actor, address } = callerOf(request);
  const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT);
  return { actor, address, userAgent, requestId: request.id };
};

/**
 * Validates the input, and returns it unchanged: the service parses it with the same schema, so that defaults and
 * conversions are applied once. @throws DomainError
 */
export const validated = (shape: z.ZodType, input: Record<string, unknown>): Record<string, unknown> => {
  const result = shape.safeParse(input);
  if (!result.success) throw new DomainError(failureOfInput(result.error, input));
  return input;
};
