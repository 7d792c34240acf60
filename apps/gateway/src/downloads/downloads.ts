import { Inject, Injectable } from '@nestjs/common';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Call } from '@telemon/contracts/call';
import type { Route } from '@telemon/contracts/route';
import { StreamedFile } from '@telemon/contracts/streamed-file';
import { unavailable } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { type AskedBy, Asker } from '@telemon/platform/messaging/asker';
import { FileBroken, IncomingFile } from '@telemon/platform/messaging/incoming-file';
import { Counter, Gauge } from '@telemon/platform/metrics';
import { CONFIG, NATS } from '@telemon/platform/platform.module';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { limitedRequests } from '../access/access.metrics.ts';
import { CallLimits } from '../access/call-limits.ts';
import { EndedSessions } from '../access/ended-sessions.ts';
import type { GatewayVariables } from '../config.ts';
import { ConcurrencyLimit } from '../uploads/concurrency-limit.ts';
import { SAYS, sendJsonOnItsWay } from '../http/envelope.ts';
import { whenClosed } from '../http/when-closed.ts';
import { Download, DownloadEnded } from './download.ts';
import { exportsUnderWay } from './downloads.errors.ts';

const CHECK_EVERY_MS = 1_000;
const RETRY_AFTER_S = 10;
/** Most downloads of all users under way at once; each has a megabyte or two in memory. */
const MOST_UNDER_WAY = 32;

const underWay = new Gauge({
  name: 'telemon_exports_under_way',
  help: 'Exported files under way to clients',
});
const ended = new Counter({
  name: 'telemon_exports_total',
  help: 'Exported files, by how their way to the client ended',
  labelNames: ['outcome'],
});
const sentBytes = new Counter({ name: 'telemon_exports_bytes_total', help: 'Bytes of exported files' });

type ExportCall = NonNullable<Route['export']>;

/** Exports: counts them, and passes their files from the services to the clients, part by part as a client reads. */
@Injectable()
export class Downloads {
  private readonly open = new Set<Download>();
  private readonly ofUser: ConcurrencyLimit;
  private readonly all = new ConcurrencyLimit(MOST_UNDER_WAY, () =>
    unavailable('Too many exports are under way right now. Try again in a moment'),
  );

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    @Inject(CONFIG) { RATE_LIMITS, EXPORTS_AT_ONCE }: GatewayVariables,
    private readonly asker: Asker,
    private readonly limits: CallLimits,
    private readonly endedSessions: EndedSessions,
    lifecycle: Lifecycle,
  ) {
    this.ofUser = new ConcurrencyLimit(RATE_LIMITS === 'on' ? EXPORTS_AT_ONCE : Infinity, () => {
      limitedRequests.inc({ limit: 'EXPORTS_AT_ONCE' });
      return exportsUnderWay({ most: EXPORTS_AT_ONCE }, { retryAfterS: RETRY_AFTER_S });
    });
    lifecycle.onStart(() => {
      const timer = setInterval(() => this.checkAll(), CHECK_EVERY_MS);
      lifecycle.onStop(() => clearInterval(timer));
    });
  }

  /**
   * Runs an export of a user within the limits, until its answer is sent. One that fails before it begins is not counted.
   * @param isOrdered It was counted when it was ordered.
   * @throws beyond the limits
   */
  async count<Result>(
    userId: string,
    reply: FastifyReply,
    work: () => Promise<Result>,
    { isOrdered = false } = {},
  ): Promise<Result> {
    whenClosed(reply.raw, this.ofUser.take(userId));
    whenClosed(reply.raw, this.all.take(''));
    return isOrdered ? work() : this.countOrder(userId, reply, work);
  }

  /** Counts the export that a user orders, unless the order is refused. @throws beyond the limit of an hour */
  async countOrder<Result>(
    userId: string,
    reply: FastifyReply,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await this.limits.takeExport(userId);
    try {
      return await work();
    } catch (error) {
      // A client that left has had the work done.
      if (!reply.raw.destroyed) await this.limits.giveBackExport(userId);
      throw error;
    }
  }

  /** Answers with the file of a call that a service streams. */
  async send(
    call: ExportCall,
    question: Record<string, unknown>,
    by: AskedBy,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { answer, content } = await this.receive(call, question, by, reply);
    const { fileName, contentType } = StreamedFile.parse(answer);
    void reply.headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    });
    return reply.send(content);
  }

  /** Answers with the JSON of a call that a service streams. */
  async sendJson(
    { call, says = SAYS, as }: Route,
    question: Record<string, unknown>,
    by: AskedBy,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { content } = await this.receive(call, question, by, reply);
    return sendJsonOnItsWay(reply, says, as, content);
  }

  /** Asks for a file. Returns its content once its first part is here. */
  private async receive(
    call: Call,
    question: Record<string, unknown>,
    by: AskedBy,
    reply: FastifyReply,
  ): Promise<{ answer: unknown; content: Readable }> {
    const file = new IncomingFile(this.nats);
    const download = new Download(file, by.actor?.sessionId, reply.raw);
    this.open.add(download);
    underWay.set(this.open.size);
    whenClosed(reply.raw, () => this.closed(download));
    try {
      const answer = await this.asker.ask(call, question, { ...by, inbox: file.inbox });
      return { answer, content: await download.content() };
    } catch (error) {
      download.end('refused');
      const isCutOff = error instanceof FileBroken || error instanceof DownloadEnded;
      throw isCutOff ? unavailable('The export broke off. Try again') : error;
    }
  }

  /** Breaks off all, so that the HTTP server can stop. */
  stop(): void {
    for (const download of this.open) download.end('stopping');
  }

  private checkAll(): void {
    for (const download of this.open) {
      if (download.sessionId !== undefined && this.endedSessions.has(download.sessionId)) {
        download.end('session-ended');
      } else download.check();
    }
  }

  private closed(download: Download): void {
    this.open.delete(download);
    underWay.set(this.open.size);
    ended.inc({ outcome: download.reason ?? 'left' });
    sentBytes.inc(download.bytes);
  }
}
