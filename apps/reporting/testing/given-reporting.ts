import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Actor } from '@telemon/contracts/actor';
import {
  type ReportedEntry,
  type ReportedOccurrence,
  periodLog,
} from '@telemon/contracts/alerting/period-log';
import { users } from '@telemon/contracts/auth/users';
import { dashboards } from '@telemon/contracts/devices/dashboards';
import { deviceLosses } from '@telemon/contracts/devices/device-losses';
import { devices } from '@telemon/contracts/devices/devices';
import type { AnswerOf, Call, QuestionOf } from '@telemon/contracts/call';
import { sheetFile } from '@telemon/contracts/streamed-file';
import { Lifecycle } from '@telemon/platform/lifecycle';
import type { Question } from '@telemon/platform/messaging/answers';
import { type AskedBy, Asker } from '@telemon/platform/messaging/asker';
import { connectNats } from '@telemon/platform/messaging/nats';
import type { OutgoingFile } from '@telemon/platform/messaging/outgoing-file';
import { OutgoingFiles } from '@telemon/platform/messaging/outgoing-files';
import { Mongo } from '@telemon/platform/mongo';
import { AnsweringService } from '@telemon/testing/answering-service';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { Providers } from '@telemon/testing/providers';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { servers, serviceVariables } from '@telemon/testing/servers';
import { AutoReportsRepository } from '../src/auto-reports/auto-reports.repository.ts';
import { AutoReportsService } from '../src/auto-reports/auto-reports.service.ts';
import { ReportingVariables } from '../src/config.ts';
import { ExportSource } from '../src/exports/export-source.ts';
import { ExportsService } from '../src/exports/exports.service.ts';
import { ExportsWorker } from '../src/exports/exports.worker.ts';
import { LostDevices } from '../src/exports/lost-devices.ts';
import type { OrderDocument } from '../src/exports/order-document.ts';
import { OrdersRepository } from '../src/exports/orders.repository.ts';
import { PeriodSource } from '../src/letters/period-source.ts';
import { ReportWriter } from '../src/letters/report-writer.ts';
import { ReportingModule } from '../src/reporting.module.ts';
import { Planner } from '../src/runs/planner.ts';
import { Recipients } from '../src/runs/recipients.ts';
import type { RunDocument } from '../src/runs/run-document.ts';
import { KeptFiles } from '../src/kept-files/kept-files.ts';
import { ServiceSheets } from '../src/kept-files/service-sheets.ts';
import { RunsRepository } from '../src/runs/runs.repository.ts';
import { RunsService } from '../src/runs/runs.service.ts';
import { ReportSender } from '../src/runs/report-sender.ts';
import { anEntry, anOccurrence } from './report-rows.ts';

export const ZONE = 'Europe/Paris';

export const aManager = (id: string): Actor => ({ id, role: 'manager', managerId: id, mqttAdmin: false });

/** Asks the stand-in for the other services. */
class DirectedAsker extends Asker {
  constructor(
    nats: NatsConnection,
    private readonly others: AnsweringService,
  ) {
    super(nats);
  }

  override ask<C extends Call>(call: C, request: QuestionOf<C>, by?: AskedBy): Promise<AnswerOf<C>> {
    return super.ask(this.others.withPrefix(call), request, by);
  }
}

/** The reporting service on a database of its own, with a mail server, and stand-ins for auth and alerting. */
export class GivenReporting {
  private readonly lifecycle = new Lifecycle();
  private readonly streaming: Subscription[] = [];

  private constructor(
    readonly database: FreshDatabase,
    readonly providers: Providers,
    readonly others: AnsweringService,
    readonly service: StartedService,
    private readonly config: ReportingVariables,
    private readonly nats: NatsConnection,
  ) {}

  static async prepare(): Promise<GivenReporting> {
    const [database, providers, others, nats] = await Promise.all([
      freshDatabase(),
      Providers.start(),
      AnsweringService.start(),
      connectNats(servers().natsUrl, 'spec'),
    ]);
    const config = ReportingVariables.parse({
      ...serviceVariables(database.url),
      ...providers.env,
      PUBLIC_URL: 'https://telemon.example.com',
      TIMEZONE: ZONE,
    });
    const service = await prepareService({ app: 'reporting', config, module: ReportingModule });
    return new GivenReporting(database, providers, others, service, config, nats);
  }

  /** Removes all plans and mails, and sets the answers of the other services. */
  async begin({
    entries = [anEntry()],
    occurrences = [anOccurrence()],
  }: { entries?: ReportedEntry[]; occurrences?: ReportedOccurrence[] } = {}): Promise<void> {
    this.others.forget();
    for (const subscription of this.streaming.splice(0)) subscription.unsubscribe();
    this.providers.emails.length = 0;
    this.providers.mailBehaviours.length = 0;
    for (const name of ['auto_reports', 'report_runs', 'report_files', 'export_orders'])
      await this.database.db.collection(name).deleteMany({});
    this.answerUser('mona@example.com');
    this.others.answer(users.existing, { ids: [] });
    const step = { next: null, devices: 'freezer1' };
    this.others.answer(periodLog.entries, { entries, ...step });
    this.others.answer(periodLog.occurrences, { occurrences, ...step });
    this.others.answer(periodLog.scope, { devices: 'freezer1' });
    this.answerLoss(false);
  }

  answerUser(
    email: string,
    { userRole = 'manager', managerId = null as string | null, mqttAdmin = 'Inactive' } = {},
  ): void {
    this.others.answer(users.get, { email, name: 'Mona', userRole, managerId, mqttAdmin });
  }

  /** Whether users have lost devices since any mark. */
  answerLoss(hasLost: boolean): void {
    this.others.answer(deviceLosses.since, { mark: 'm', hasLost });
  }

  /** Plans a report of each of these users, which was due a minute ago. */
  async planDue(...ids: string[]): Promise<void> {
    for (const id of ids) await this.plan(id, Date.now() - 60_000);
    await this.service.get(Planner).pass();
  }

  /** Lets the waiting runs and orders be claimed now, as if their time had come. */
  async freeAll(): Promise<void> {
    const freed = { $set: { freeAt: new Date(0) } };
    await Promise.all([this.runs.updateMany({}, freed), this.orders.updateMany({}, freed)]);
  }

  /** The states of a user's runs, newest first. */
  async statesOf(userId: string) {
    const { runs } = await this.service.get(RunsService).list(aManager(userId), { offset: 0, limit: 10 });
    return runs.map(({ state }) => state);
  }

  get runs() {
    return this.database.db.collection<RunDocument>('report_runs');
  }

  get orders() {
    return this.database.db.collection<OrderDocument>('export_orders');
  }

  get files() {
    return this.database.db.collection('report_files');
  }

  get reports(): AutoReportsRepository {
    return this.service.get(AutoReportsRepository);
  }

  /** The report sender of a replica. */
  reportSender(): ReportSender {
    const asker = new DirectedAsker(this.nats, this.others);
    const { config, lifecycle, service } = this;
    const files = service.get(KeptFiles);
    const writer = new ReportWriter(new PeriodSource(asker), files, service.get(ServiceSheets), config);
    const recipients = new Recipients(asker);
    return new ReportSender(
      service.get(RunsRepository),
      files,
      service.get(AutoReportsService),
      recipients,
      writer,
      config,
      lifecycle,
    );
  }

  /** The worker of a replica that writes the files of orders. */
  exportsWorker(): ExportsWorker {
    const asker = new DirectedAsker(this.nats, this.others);
    const { config, lifecycle, nats, service } = this;
    const source = new ExportSource(nats, asker, service.get(ServiceSheets), config);
    const [orders, files] = [service.get(OrdersRepository), service.get(KeptFiles)];
    const lost = new LostDevices(asker);
    return new ExportsWorker(orders, files, new Recipients(asker), source, lost, config, lifecycle);
  }

  /** The exports of users, with a worker that does nothing by itself. */
  exportsService(): ExportsService {
    const { config, lifecycle, nats, service } = this;
    const [orders, files] = [service.get(OrdersRepository), service.get(KeptFiles)];
    const lost = new LostDevices(new DirectedAsker(nats, this.others));
    const outgoing = new OutgoingFiles(nats, lifecycle);
    return new ExportsService(
      orders,
      files,
      service.get(ExportsWorker),
      lost,
      outgoing,
      service.get(Mongo),
      config,
    );
  }

  /** The devices that the devices service lists to any user. */
  answerDevices(...list: object[]): void {
    this.others.answer(devices.list, { devices: list, pagination: { totalCount: list.length } });
  }

  /** The next files of readings, which the devices service streams as `write` says. */
  streamReadings(write: (file: OutgoingFile) => Promise<void>): void {
    const call = dashboards.exportFile;
    const answer = sheetFile('GraphData', 'csv');
    this.others.keepSilent(call);
    const files = new OutgoingFiles(this.nats, this.lifecycle);
    this.streaming.push(
      this.nats.subscribe(this.others.withPrefix(call).subject, {
        callback: (_error, message) => {
          const { data, id } = message.json<{ data: Question; id: string }>();
          files.start(data.inbox, {}, write);
          message.respond(JSON.stringify({ response: { answer }, isDisposed: true, id }));
        },
      }),
    );
  }

  /** Stores a plan whose next report is due at an instant. */
  async plan(userId: string, nextAt: number, changes: object = {}): Promise<void> {
    await this.reports.save({
      _id: userId,
      autoAlert: 'Active',
      autoEvent: 'Inactive',
      frequency: 'Weekly',
      day: 1,
      hour: 8,
      nextAt: new Date(nextAt),
      ...changes,
    });
  }

  async stop(): Promise<void> {
    await this.lifecycle.stop();
    await this.service.stop();
    await Promise.all([this.providers.stop(), this.others.stop(), this.nats.close()]);
    await this.database.drop();
  }
}
