import { Worker } from 'node:worker_threads';
import { unavailable } from '../errors.ts';
import { logger } from '../logging.ts';
import type { Row, SheetPlan } from './column.ts';
import type { SheetGrowth, SheetStep } from './spreadsheet-program.ts';

/** The thread of a service without exports ends after this, ms: it holds 30 MB. */
const IDLE_MS = 10_000;
const RESOURCES = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };

interface Waiting {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}
type Step = SheetStep extends infer Each ? (Each extends SheetStep ? Omit<Each, 'file'> : never) : never;

/** Makes spreadsheets in one thread for all, which runs while there are any. */
export class Spreadsheets {
  private thread: Worker | undefined;
  private lastFile = 0;
  private readonly open = new Set<number>();
  private readonly waiting = new Map<number, Waiting>();
  private idle: NodeJS.Timeout | undefined;

  /** @param program The file of the thread's program, which is `spreadsheet-program.ts` or imports it. */
  constructor(private readonly program: string) {}

  /** A spreadsheet's bytes, piece by piece, made of rows that come in batches. The next batch is asked for when one is written. */
  async *of(plan: SheetPlan, rows: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array> {
    const file = ++this.lastFile;
    clearTimeout(this.idle);
    this.open.add(file);
    try {
      yield await this.step(file, { begin: plan });
      for await (const batch of rows) yield await this.step(file, { rows: batch });
      yield await this.step(file, { end: true });
    } finally {
      this.close(file);
    }
  }

  /** Ends the thread; the files under way fail. */
  async stop(): Promise<void> {
    clearTimeout(this.idle);
    await this.thread?.terminate();
  }

  private step(file: number, step: Step): Promise<Uint8Array> {
    const thread = (this.thread ??= this.start());
    return new Promise((resolve, reject) => {
      this.waiting.set(file, { resolve, reject });
      thread.postMessage({ file, ...step } as SheetStep);
    });
  }

  private close(file: number): void {
    this.open.delete(file);
    this.waiting.delete(file);
    this.thread?.postMessage({ file, drop: true } satisfies SheetStep);
    if (this.open.size > 0) return;
    this.idle = setTimeout(() => {
      const { thread } = this;
      this.thread = undefined;
      void thread?.terminate();
    }, IDLE_MS).unref();
  }

  private start(): Worker {
    // From its source, the program finds the other packages' sources.
    const ofSource = this.program.endsWith('.ts') ? ['--conditions=source'] : [];
    // `exceljs` uses old calls of Node, whose warnings would stand in the log as plain text.
    const execArgv = ['--no-deprecation', ...ofSource];
    const thread = new Worker(this.program, { execArgv, resourceLimits: RESOURCES, env: {} });
    thread.on('message', (growth: SheetGrowth) => this.take(growth));
    thread.on('error', (error) => logger.error({ reason: error.message }, 'the spreadsheet thread failed'));
    thread.once('exit', () => {
      if (this.thread !== thread) return;
      this.thread = undefined;
      for (const { reject } of this.waiting.values()) reject(unavailable());
      this.waiting.clear();
    });
    return thread;
  }

  private take(growth: SheetGrowth): void {
    const waiting = this.waiting.get(growth.file);
    this.waiting.delete(growth.file);
    if ('bytes' in growth) waiting?.resolve(growth.bytes);
    else waiting?.reject(new Error(growth.error));
  }
}
