import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isService, type MeasuredProcess } from './processes.ts';

export interface ServiceProfile {
  readonly name: string;
  /** Share of the profiled time, percent. */
  readonly busy: number;
  /** The largest shares of the busy time, percent: by package or file, and by function. */
  readonly byPlace: readonly Share[];
  readonly byFunction: readonly Share[];
}

interface Share {
  readonly what: string;
  readonly percent: number;
}

const WATCHED_MS = 6_000;
/** Node opens its inspector here when it gets SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229';
const SHOWN = 12;

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
}

/** Profiles the running services one after the other, and writes a file per service for DevTools. */
export async function profileServices(
  processes: readonly MeasuredProcess[],
  folder: string,
): Promise<ServiceProfile[]> {
  await mkdir(folder, { recursive: true });
  const profiles: ServiceProfile[] = [];
  for (const { name, pid } of processes.filter((process) => isService(process.name))) {
    const profile = await profileProcess(pid);
    await writeFile(join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
    profiles.push(summarize(name, profile));
  }
  return profiles;
}

async function profileProcess(pid: number): Promise<Profile> {
  process.kill(pid, 'SIGUSR1');
  const inspector = await Inspector.open();
  try {
    await inspector.call('Profiler.enable');
    await inspector.call('Profiler.setSamplingInterval', { interval: 500 });
    await inspector.call('Profiler.start');
    await delay(WATCHED_MS);
    const { profile } = (await inspector.call('Profiler.stop')) as { profile: Profile };
    return profile;
  } finally {
    // Frees the port for the next process.
    await inspector.call('Runtime.evaluate', {
      expression: "setTimeout(() => process.getBuiltinModule('inspector').close(), 50)",
    });
    inspector.close();
    await delay(500);
  }
}

class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (id === undefined) return;
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  static async open(): Promise<Inspector> {
    for (let attempt = 0; ; attempt++) {
      try {
        const targets = (await (await fetch(`${INSPECTOR}/json`)).json()) as {
          webSocketDebuggerUrl: string;
        }[];
        const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
        await new Promise((resolve, reject) => {
          socket.addEventListener('open', resolve);
          socket.addEventListener('error', () => reject(new Error('the inspector closed the connection')));
        });
        return new Inspector(socket);
      } catch (error) {
        if (attempt === 20) throw error;
        await delay(250);
      }
    }
  }

  call(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}

function summarize(name: string, { nodes, samples }: Profile): ServiceProfile {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byPlace = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busy = 0;
  for (const sample of samples) {
    const frame = frames.get(sample)!;
    if (frame.functionName === '(idle)') continue;
    busy++;
    const place = placeOf(frame);
    const called = `${frame.functionName || '(anonymous)'} ${place}`;
    byPlace.set(place, (byPlace.get(place) ?? 0) + 1);
    byFunction.set(called, (byFunction.get(called) ?? 0) + 1);
  }
  const shares = (counts: Map<string, number>): Share[] =>
    [...counts]
      .map(([what, count]) => ({ what, percent: (100 * count) / Math.max(1, busy) }))
      .sort((a, b) => b.percent - a.percent)
      .slice(0, SHOWN);
  return {
    name,
    busy: (100 * busy) / Math.max(1, samples.length),
    byPlace: shares(byPlace),
    byFunction: shares(byFunction),
  };
}

/** The package, or Telemon's own file. */
function placeOf({ url, functionName }: CallFrame): string {
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(url)?.[1];
  if (installed !== undefined) return installed;
  const own = /((?:apps|libs)\/[^/]+\/dist\/.*)$/.exec(url)?.[1];
  return own ?? (url === '' ? functionName || '(native)' : url);
}
