import type { Failure } from '@telemon/contracts/errors';
import { failureOf } from '@telemon/platform/errors';
import type { FastifyError, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { tooLarge, unreadable } from './http.errors.ts';

/** What the caller is told of anything that went wrong with their request. */
export const failureOfRequest = (error: unknown, request: FastifyRequest): Failure => {
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return tooLarge().failure;
  if (statusCode === 415) return unreadable({ reason: 'The body should be JSON' }).failure;
  // Fastify's own refusals, and bodies that broke off.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return unreadable({ reason: 'The request can not be read' }).failure;
  }
  return failureOf(error, { requestId: request.id, route: request.routeOptions.url });
};

/** Answers what is not even HTTP, before there is a request. */
export const refuseConnection = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({
    error: true,
    message: 'The request can not be read',
    data: null,
    requestId: randomUUID(),
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};
