import type { Failure } from '@telemon/contracts/errors';
import { failureOf } from '@telemon/platform/errors';
import type { FastifyError, FastifyRequest } from 'fastify';
import { tooLarge, unreadable } from './http.errors.ts';

/** The failure that answers an error of a request. */
export const failureOfRequest = (error: unknown, request: FastifyRequest): Failure => {
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return tooLarge({ maxBytes: request.routeOptions.bodyLimit }).failure;
  if (statusCode === 415) return unreadable({ reason: 'The body should be JSON' }).failure;
  // Fastify's own refusals, and bodies that broke off.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return unreadable({ reason: 'The request cannot be read' }).failure;
  }
  return failureOf(error, { requestId: request.id, route: request.routeOptions.url });
};
