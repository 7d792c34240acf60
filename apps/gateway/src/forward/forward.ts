import multipart from '@fastify/multipart';
import { Inject, Injectable } from '@nestjs/common';
import type { Upload } from '@telemon/contracts/devices/files';
import type { Route } from '@telemon/contracts/route';
import { Session, SignedOut } from '@telemon/contracts/auth/users';
import { DomainError } from '@telemon/platform/errors';
import { type AskedBy, Asker } from '@telemon/platform/messaging/asker';
import { tellCallerGone } from '@telemon/platform/messaging/callers';
import { Live } from '@telemon/platform/messaging/live';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { Access, callerOf } from '../access/access.ts';
import { EndedSessions } from '../access/ended-sessions.ts';
import { Downloads } from '../downloads/downloads.ts';
import { SAYS, sendData, sendJson } from '../http/envelope.ts';
import { readFormsOnly } from '../http/read-form.ts';
import { patienceFor } from '../http/slow-requests.ts';
import { whenClosed } from '../http/when-closed.ts';
import { BODY_MAX_BYTES } from '../http/http-server.ts';
import { SentFiles } from '../uploads/sent-files.ts';
import { Uploads } from '../uploads/uploads.ts';
import { askedBy, validated } from './question.ts';
import { inputOf } from './request-input.ts';
import { type RouteTable, SERVED_ROUTES } from './route-table.ts';
import { cookieUseOf, shapesOf } from './session-calls.ts';
import { SessionCookie } from './session-cookie.ts';

/** A JSON export of the most rows, not packed. */
const MOST_JSON_BYTES = 16 * 1024 * 1024;

/** Larger, so that a password of 1 MB is read, and refused like any other invalid password. */
const WITH_PASSWORD_MAX_BYTES = 2 * BODY_MAX_BYTES;

/** /v1: each row of the route table becomes a route that asks the service behind it over NATS. */
@Injectable()
export class Forward {
  constructor(
    @Inject(SERVED_ROUTES) private readonly routes: RouteTable,
    private readonly access: Access,
    private readonly asker: Asker,
    private readonly live: Live,
    private readonly endedSessions: EndedSessions,
    private readonly cookie: SessionCookie,
    private readonly uploads: Uploads,
    private readonly sentFiles: SentFiles,
    private readonly downloads: Downloads,
  ) {}

  register(server: FastifyInstance): void {
    const rows = Object.entries(this.routes);
    this.registerRows(
      server,
      rows.filter(([, { upload, signedForm }]) => !upload && !signedForm),
    );
    // Only these routes read forms.
    void server.register(async (scope) => {
      readFormsOnly(scope);
      this.registerRows(
        scope,
        rows.filter(([, { signedForm }]) => signedForm),
      );
    });
    // Only these routes read multipart.
    void server.register(async (scope) => {
      // `Uploads` refuses a file that is too large, with its own error.
      await scope.register(multipart, { throwFileSizeLimit: false });
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      this.registerRows(
        scope,
        rows.filter(([, { upload }]) => upload),
      );
    });
  }

  private registerRows(server: FastifyInstance, rows: [string, Route][]): void {
    for (const [name, route] of rows) {
      const [method, path] = name.split(' ') as [HTTPMethods, string];
      const { signedForm } = route;
      server.route({
        method,
        url: `/v1${path}`,
        ...(takesPassword(route) && { bodyLimit: WITH_PASSWORD_MAX_BYTES }),
        ...(signedForm && { bodyLimit: signedForm.maxBytes }),
        onRequest: this.access.guard(route, signedForm && 'DELIVERY_REPORT_LIMIT'),
        handler: this.answering(name, route),
      });
    }
  }

  private answering(name: string, route: Route) {
    const use = cookieUseOf(name);
    if (route.file) return this.sentFiles.answering(route);
    if (route.signedForm) return this.signedFormCall(name, route, route.signedForm.header);
    if (use === 'ends') return this.signOut(name, route);
    if (use) return this.sessionCall(name, route);
    if (route.export) return this.exportCall(name, route, route.export);
    if (route.ordered === 'now') return this.orderCall(name, route);
    return this.ordinaryCall(name, route);
  }

  private ordinaryCall(name: string, route: Route) {
    const { request: shape } = shapesOf(name, route);
    const { upload, call, says = SAYS, as } = route;
    const bodyOnly = takesPassword(route);
    const ask = (input: Record<string, unknown>, by: AskedBy) =>
      this.asker.askForJson(call, validated(shape, input), by);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const by = askedBy(request);
      if (!upload) {
        const asked = () => ask(inputOf(request, { bodyOnly }), by);
        return sendJson(reply, says, as, await this.whileConnected(request, reply, asked));
      }
      // The body is the file.
      const { params, query } = request;
      const input = inputOf({ params, query, body: null });
      // An `upload` in the query overrides the file, and is refused as invalid.
      const work = (file: Upload) => ask({ upload: file, ...input }, by);
      return sendJson(reply, says, as, await this.uploads.use(request, upload, by, work));
    };
  }

  /** A report of another system. The service that has the key of its signature reads the form. */
  private signedFormCall(name: string, route: Route, header: string) {
    const { request: shape } = shapesOf(name, route);
    const { call, says = SAYS } = route;
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { params, query, headers, body } = request;
      const signed = { form: body ?? '', signature: headers[header] ?? '' };
      const input = validated(shape, inputOf({ params, query, body: signed }));
      return sendData(reply, says, await this.asker.ask(call, input, askedBy(request)));
    };
  }

  /** A call that orders an export, and counts as one. */
  private orderCall(name: string, route: Route) {
    const order = this.ordinaryCall(name, route);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      this.downloads.countOrder(callerOf(request).actor!.id, reply, () => order(request, reply));
  }

  /** An export: as JSON, or as a file if the query has a format. */
  private exportCall(name: string, route: Route, ofFile: NonNullable<Route['export']>) {
    const asJson = this.ordinaryCall(name, route);
    const { request: shape } = shapesOf(name, route);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const by = askedBy(request);
      const input = inputOf(request);
      const isOrdered = route.ordered === 'before';
      if (isOrdered && !Object.hasOwn(input, 'format')) return asJson(request, reply);
      const work = async () => {
        if (!Object.hasOwn(input, 'format')) {
          if (route.call.isStreamed)
            return this.downloads.sendJson(route, validated(shape, input), by, reply);
          const tooLong = setTimeout(() => reply.raw.destroy(), patienceFor(MOST_JSON_BYTES));
          whenClosed(reply.raw, () => clearTimeout(tooLong));
          return asJson(request, reply);
        }
        return this.downloads.send(ofFile, validated(ofFile.request, input), by, reply);
      };
      return this.downloads.count(by.actor!.id, reply, work, { isOrdered });
    };
  }

  /** Asks. If the caller of a GET closes the connection, the services end their reads for it; a change is completed. */
  private async whileConnected<Answer>(
    { id, method }: FastifyRequest,
    { raw }: FastifyReply,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const abandon = () => tellCallerGone(this.live, id);
    if (method === 'GET') raw.once('close', abandon);
    try {
      return await ask();
    } finally {
      raw.off('close', abandon);
    }
  }

  /** Ends the sessions of the access token and of the cookie. Ignores an invalid token, as the cookie may be valid. */
  private signOut(name: string, route: Route) {
    const { request: shape } = shapesOf(name, route);
    const { call, says = SAYS } = route;
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      this.cookie.refuseOtherSites(request);
      validated(shape, inputOf(request));
      const by = { ...askedBy(request), actor: await this.access.actorOf(request) };
      const question = { refreshToken: this.cookie.read(request) };
      const { sessionIds, isOthers } = SignedOut.parse(await this.asker.ask(call, question, by));
      this.endedSessions.add(sessionIds);
      if (!isOthers) this.cookie.remove(reply);
      return sendData(reply, says, null);
    };
  }

  /** A login or a refresh: the cookie carries the refresh token, in both directions. */
  private sessionCall(name: string, route: Route) {
    const { request: shape } = shapesOf(name, route);
    const use = cookieUseOf(name);
    const bodyOnly = takesPassword(route);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      this.cookie.refuseOtherSites(request);
      const input = validated(shape, inputOf(request, { bodyOnly }));
      const question = use === 'opens' ? input : { ...input, refreshToken: this.cookie.read(request) };
      try {
        const answer = await this.asker.ask(route.call, question, askedBy(request));
        const session = Session.parse(answer);
        this.cookie.keep(reply, session);
        return await sendData(reply, route.says ?? SAYS, { user: session.user, token: session.token });
      } catch (error) {
        // The browser need not send an invalid token again.
        const isOver = error instanceof DomainError && error.failure.kind === 'unauthenticated';
        if (use === 'renews' && isOver) this.cookie.remove(reply);
        throw error;
      }
    };
  }
}

const takesPassword = ({ call: { request } }: Route): boolean =>
  request instanceof z.ZodObject && Object.hasOwn(request.shape, 'password');
