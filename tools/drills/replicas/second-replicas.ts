import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { until } from '@telemon/testing/waiting';
import { choosePorts } from '../../servers/ports.ts';
import { SERVICES, type Service } from '../../start/services.ts';
import { processWith } from '../../start/service-process.ts';
import type { Say } from '../../servers/progress.ts';
import { Supervised } from '../../start/supervise.ts';
import { isUnexpectedEnd } from '../installation/drill-installation.ts';

/** Variables of the ports that a service listens on; two replicas on one machine can't share them. */
const PORTS = ['HEALTH_PORT', 'PORT', 'MQTT_PORT', 'UDP_PORT', 'SMTP_PORT', 'HTTP_PORT'];
const BACK_WITHIN_MS = 120_000;
/** Longer than any suspension: a replica on a machine of its own is not ended while that machine stands still. */
const HANGS_AFTER_MS = 600_000;

type Environment = Record<string, string>;

/** A further process of services, with the same settings as the launcher's own, and restarted when it ends. */
export class SecondReplicas {
  readonly #environments: ReadonlyMap<string, Environment>;
  readonly #supervised: ReadonlyMap<string, Supervised>;
  readonly #folder: string;
  readonly #lines: string[];

  private constructor(parts: {
    environments: ReadonlyMap<string, Environment>;
    supervised: ReadonlyMap<string, Supervised>;
    folder: string;
    lines: string[];
  }) {
    this.#environments = parts.environments;
    this.#supervised = parts.supervised;
    this.#folder = parts.folder;
    this.#lines = parts.lines;
  }

  /**
   * @param report Gets a line for each process that ends without a kill by the drill.
   * @param services All by default
   */
  static async start(
    product: WholeProduct,
    report: Say,
    services: readonly Service[] = SERVICES,
  ): Promise<SecondReplicas> {
    const folder = await mkdtemp(join(tmpdir(), 'telemon-replicas-'));
    const lines: string[] = [];
    const supervision = {
      logs: join(folder, 'logs'),
      run: join(folder, 'run'),
      say: (line: string) => {
        lines.push(line);
        if (isUnexpectedEnd(line)) report(`       the second ${line}`);
      },
      times: { hangsAfterMs: HANGS_AFTER_MS },
    };
    await Promise.all([mkdir(supervision.logs), mkdir(supervision.run)]);
    const environments = await secondEnvironments(product, services);
    const supervised = new Map(
      services.map((service) => [
        service.name,
        new Supervised(processWith(service, environments.get(service.name)!), supervision),
      ]),
    );
    const started = new SecondReplicas({ environments, supervised, folder, lines });
    try {
      await Promise.all([...supervised.values()].map((each) => each.start()));
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  /** The address of the second gateway. */
  get url(): string {
    return `http://127.0.0.1:${this.#environments.get('gateway')!['PORT']}`;
  }

  get mqttPort(): number {
    return Number(this.#environments.get('mqtt-bridge')!['MQTT_PORT']);
  }

  /** Kills a replica, like a crash. Its supervisor restarts it. */
  kill(name: string): void {
    process.kill(this.#pid(name), 'SIGKILL');
  }

  /** Suspends a replica: its connections stay open, but it does not answer. Unlike the launcher, its supervisor leaves it so. */
  pause(name: string): void {
    process.kill(this.#pid(name), 'SIGSTOP');
  }

  resume(name: string): void {
    process.kill(this.#pid(name), 'SIGCONT');
  }

  async killAndAwait(name: string): Promise<void> {
    const already = this.#lines.length;
    this.kill(name);
    const isBack = () => this.#lines.slice(already).some((line) => line.startsWith(`${name} is back`));
    await until(isBack, { timeoutMs: BACK_WITHIN_MS, what: `the second ${name} being back` });
  }

  /** The port that a service's claims are named after. */
  healthPort(name: string): string {
    return this.#environments.get(name)!['HEALTH_PORT']!;
  }

  /** The number of restarts so far. */
  get restarts(): number {
    return this.#lines.filter((line) => line.includes('starting it again')).length;
  }

  #pid(name: string): number {
    const pid = this.#supervised.get(name)?.pid;
    if (pid === undefined) throw new Error(`The second ${name} does not run`);
    return pid;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#supervised.values()].map((each) => each.stop()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The variables of the launcher's services, with other ports. */
async function secondEnvironments(
  product: WholeProduct,
  services: readonly Service[],
): Promise<ReadonlyMap<string, Environment>> {
  const first = await Promise.all(
    services.map(async (service) => [service, await environmentOf(product, service)] as const),
  );
  const wanted = first.flatMap(([{ name }, env]) =>
    PORTS.filter((variable) => env[variable] !== undefined).map((variable) => `${name} ${variable}`),
  );
  const ports: Record<string, number> = await choosePorts(wanted);
  /** The second replicas use one another's ports: the second alerting sends to the second outbox. */
  const secondOf = new Map<string, string>(
    first.flatMap(([{ name }, env]) =>
      PORTS.map(
        (variable) => [`127.0.0.1:${env[variable]}`, `127.0.0.1:${ports[`${name} ${variable}`]}`] as const,
      ),
    ),
  );
  return new Map(
    first.map(([{ name }, env]) => {
      const second = Object.entries(env).map(([variable, value]) => {
        const port = ports[`${name} ${variable}`];
        const address = value.replace(/127\.0\.0\.1:\d+$/, (found) => secondOf.get(found) ?? found);
        return [variable, port === undefined ? address : String(port)];
      });
      return [name, Object.fromEntries(second) as Environment];
    }),
  );
}

/** The variables of a service of the launcher. */
export async function environmentOf(product: WholeProduct, { name }: Service): Promise<Environment> {
  const text = await readFile(`/proc/${product.pid(name)}/environ`, 'utf8');
  const pairs = text.split('\0').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
