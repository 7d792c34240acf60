import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CHECKOUT } from './checkout.ts';
import { freePort } from './free-ports.ts';
import { childrenOf } from './memory.ts';
import { until } from './waiting.ts';

/** All addresses, logins included, as the launcher writes them to `addresses.json`. */
export interface ProductAddresses {
  /** The console; calls are below it at /v1. */
  readonly url: string;
  readonly mqttPort: number;
  readonly udpPort: number;
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** With a login that may do everything, in every service's database. */
  readonly mongoUrl: string;
  readonly kafkaBrokers: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly healthPorts: Readonly<Record<string, number>>;
}

/** The whole product that runs in a data folder. */
export class RunningProduct {
  readonly dataDir: string;
  readonly addresses: ProductAddresses;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.addresses = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as ProductAddresses;
  }

  /**
   * The process of a service ('gateway', 'mqtt-bridge', …) or server ('mongodb', 'kafka', 'nats', 'redis') at this moment. Throws if it
   * does not run, as between its end and its restart.
   */
  pid(name: string): number {
    const pid = this.findPid(name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    return pid;
  }

  /** Like `pid`; undefined if it does not run. */
  findPid(name: string): number | undefined {
    try {
      const { pid } = JSON.parse(readFileSync(join(this.#run, `${name}.json`), 'utf8')) as { pid: number };
      return pid;
    } catch (error) {
      // The launcher removes the file when the process has ended.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The id of each process that runs at this moment, by name. A restarted process has another. */
  pids(): Map<string, number> {
    const files = readdirSync(this.#run).filter((file) => file.endsWith('.json'));
    return new Map(
      files.sort().flatMap((file) => {
        const name = basename(file, '.json');
        const pid = this.findPid(name);
        return pid === undefined ? [] : [[name, pid] as const];
      }),
    );
  }

  get #run(): string {
    return join(this.dataDir, 'run');
  }
}

/**
 * The settings of an installation that several test files share. Debug logs must contain no secret and no forged line, too. Notices
 * aren't grouped, so that a file can count those to a recipient that other files use, too. A test may listen where Data Routing expects
 * its editor.
 */
export const sharedSettings = async () => ({
  LOG_LEVEL: 'debug',
  GROUP_NOTICES_FROM: '0',
  DATA_ROUTING_URL: `http://127.0.0.1:${await freePort()}/red/`,
});

/** Everything as `npm start` runs it, in a data folder and on ports of its own. */
export class WholeProduct extends RunningProduct {
  #launched: Launched;
  /** The output of earlier launchers. */
  #outputBefore = '';

  private constructor(launched: Launched, dataDir: string) {
    super(dataDir);
    this.#launched = launched;
  }

  /** Starts the product and waits until it is ready. Demo fleet and rate limits are off unless `env` asks for them. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<WholeProduct> {
    const dataDir = await mkdtemp(join(tmpdir(), 'telemon-product-'));
    try {
      return await WholeProduct.startOn(dataDir, env);
    } catch (error) {
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  /** Starts the product in a data folder that may hold data. */
  static async startOn(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<WholeProduct> {
    const ports = { PORT: await freePort(), MQTT_PORT: await freePort(), UDP_PORT: await freePort() };
    const settings = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
    const launched = new Launched({
      DEMO: 'off',
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
      ...settings,
      ...env,
    });
    try {
      await launched.ready();
      return new WholeProduct(launched, dataDir);
    } catch (error) {
      await launched.stop();
      throw error;
    }
  }

  /** The launcher's output so far. */
  get output(): string {
    return this.#outputBefore + this.#launched.output;
  }

  /** Suspends all of its processes, the launcher included, as the sleep of their machine does. */
  suspend(): void {
    this.#launched.signalAll('SIGSTOP');
  }

  resume(): void {
    this.#launched.signalAll('SIGCONT');
  }

  /** Kills all of its processes at once, the launcher included. */
  killAll(): void {
    this.#launched.signalAll('SIGKILL');
  }

  /** Starts it again after `killAll`, on the same data and ports, and waits until it is ready. */
  async startAgain(): Promise<void> {
    this.#outputBefore = this.output;
    this.#launched = new Launched(this.#launched.env);
    await this.#launched.ready();
  }

  /** Kills a process; the launcher restarts it. */
  kill(name: string): void {
    process.kill(this.pid(name), 'SIGKILL');
  }

  /** Kills a process and waits until its successor is ready. */
  async killAndAwait(name: string, timeoutMs = 120_000): Promise<void> {
    const said = this.output.length;
    this.kill(name);
    await until(() => this.output.slice(said).includes(`${name} is back`), {
      timeoutMs,
      what: `${name} being back`,
    });
  }

  /** Ends everything gracefully and removes the data. Returns the launcher's exit code. */
  async stop(): Promise<number | null> {
    const code = await this.end();
    await rm(this.dataDir, { recursive: true, force: true });
    return code;
  }

  /** Ends everything gracefully. Returns the launcher's exit code. */
  end(): Promise<number | null> {
    return this.#launched.stop();
  }
}

class Launched {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly env: Readonly<Record<string, string>>;
  output = '';

  constructor(env: Readonly<Record<string, string>>) {
    this.env = env;
    this.#child = spawn(process.execPath, [join(CHECKOUT, 'tools/start/start.mjs')], {
      env: { ...withoutOwnServers(process.env), ...env },
      // If this process is killed, the channel closes, and the launcher ends everything.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    }
    this.#ended = new Promise((resolve) => this.#child.once('close', (code) => resolve(code)));
  }

  async ready(): Promise<void> {
    let hasEnded = false;
    void this.#ended.then(() => (hasEnded = true));
    try {
      await until(() => hasEnded || this.output.includes('Telemon is ready'), {
        timeoutMs: 180_000,
        what: 'the start',
      });
    } catch (error) {
      throw new Error(`${(error as Error).message}. It printed:\n${this.output}`, { cause: error });
    }
    if (hasEnded) throw new Error(`Telemon did not start. It printed:\n${this.output}`);
  }

  /** Sends a signal to the launcher, and then to all processes below it. */
  signalAll(signal: NodeJS.Signals): void {
    const below = (pid: number): number[] =>
      childrenOf(pid).flatMap((child) => [Number(child), ...below(Number(child))]);
    const launcher = this.#child.pid!;
    for (const pid of [launcher, ...below(launcher)]) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // It ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return this.#ended;
  }
}

/** The product brings its own servers, and ignores the tests' servers in the environment. */
function withoutOwnServers(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    MONGODB_URL: _m,
    KAFKA_BROKERS: _k,
    NATS_URL: _n,
    REDIS_URL: _r,
    TELEMON_BEGAN_AT: _b,
    ...rest
  } = environment;
  return rest;
}
