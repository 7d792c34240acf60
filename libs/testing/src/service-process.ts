import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';
import { freePort } from './free-ports.ts';
import { redisWithOwnKeys, servers } from './servers.ts';
import { until } from './waiting.ts';

interface ServiceProcessOptions {
  /** Variables beside or instead of the ports and the servers' addresses. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The program to run instead of the built app. */
  readonly entry?: string;
  readonly readyWithinMs?: number;
}

/** A built service as a real process, which a drill may kill and start again. */
export class ServiceProcess {
  readonly app: string;
  readonly healthUrl: string;
  readonly #command: readonly [string, ...string[]];
  readonly #env: Record<string, string>;
  readonly #readyWithinMs: number;
  #child: ChildProcess | null = null;
  #output = '';

  private constructor(app: string, healthPort: number, options: ServiceProcessOptions) {
    const { mongoUrl, kafkaBrokers, natsUrl } = servers();
    this.app = app;
    this.healthUrl = `http://127.0.0.1:${healthPort}`;
    this.#command = [process.execPath, options.entry ?? join(CHECKOUT, 'apps', app, 'dist/bundle/main.js')];
    this.#readyWithinMs = options.readyWithinMs ?? 120_000;
    const env = {
      HEALTH_PORT: String(healthPort),
      MONGODB_URL: mongoUrl,
      KAFKA_BROKERS: kafkaBrokers,
      NATS_URL: natsUrl,
      // A queue has a key prefix of its own.
      REDIS_URL: app === 'alerting' ? servers().redisUrl : redisWithOwnKeys(),
      LOG_LEVEL: 'warn',
      TIMEZONE: 'UTC',
      ...options.env,
    };
    this.#env = Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  }

  /** Starts the service and waits until it says that it is ready. */
  static async start(app: string, options: ServiceProcessOptions = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.prepare(app, options);
    await service.startAgain();
    return service;
  }

  /** Prepares a service without starting it. */
  static async prepare(app: string, options: ServiceProcessOptions = {}): Promise<ServiceProcess> {
    return new ServiceProcess(app, await freePort(), options);
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`${this.app} does not run`);
    return this.#child.pid;
  }

  /** The output of all its runs. */
  get output(): string {
    return this.#output;
  }

  async startAgain(): Promise<void> {
    const [program, ...args] = this.#command;
    const child = spawn(program, args, { cwd: CHECKOUT, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString('utf8')));
    }
    try {
      await until(() => hasEnded(child) || this.isReady(), {
        timeoutMs: this.#readyWithinMs,
        what: `${this.app} being ready`,
      });
      if (hasEnded(child)) throw new Error(`${this.app} ended with ${child.exitCode ?? child.signalCode}`);
    } catch (error) {
      await this.kill();
      throw new Error(`${(error as Error).message}. It wrote:\n${this.#output}`, { cause: error });
    }
  }

  async isReady(): Promise<boolean> {
    return (await fetch(`${this.healthUrl}/health/ready`, { signal: AbortSignal.timeout(3_000) })).ok;
  }

  /** Kills the process at once, as a crash does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Shuts the service down gracefully. Returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return null;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (hasEnded(child)) return child.exitCode;
    child.kill(signal);
    await ended;
    return child.exitCode;
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;
