import { Agent, get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { spreadOf } from '../durations.ts';
import { CostMeter, type MeasuredProcess } from '../processes.ts';
import type { FleetFigures } from './results.ts';

const WARM_UP = 15;
/** Parsing every answer would take minutes. */
const CHECKED_EVERY = 10;

interface Asked {
  readonly url: string;
  readonly token: string;
  readonly devices: number;
  /** The processes whose CPU time is measured. */
  readonly processes: () => readonly MeasuredProcess[];
}

interface Answered {
  readonly ms: number;
  readonly body: Buffer;
}

/** Requests the home page `asks` times, one request after the other. */
export async function measureHomePage(
  { url, token, devices, processes }: Asked,
  asks: number,
): Promise<Pick<FleetFigures, 'latency' | 'cpuMs' | 'wireBytes' | 'jsonBytes' | 'isExact'>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const ask = () =>
    new Promise<Answered>((resolve, reject) => {
      const from = performance.now();
      get(`${url}/v1/dashboard/`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`the home page answered ${response.statusCode}`));
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ ms: performance.now() - from, body: Buffer.concat(chunks) }));
      }).on('error', reject);
    });
  try {
    for (let count = 0; count < WARM_UP; count++) await ask();
    const answers: Answered[] = [];
    const meter = new CostMeter(processes);
    meter.begin();
    for (let count = 0; count < asks; count++) answers.push(await ask());
    const cpuMs = meter.end().processes.reduce((sum, process) => sum + process.cpuMs, 0) / asks;
    const lengths = answers
      .filter((_, index) => index % CHECKED_EVERY === 0)
      .map(({ body }) => lengthIfExact(body, devices));
    return {
      latency: spreadOf(answers.map(({ ms }) => ms)),
      cpuMs,
      wireBytes: Math.max(...answers.map(({ body }) => body.length)),
      jsonBytes: Math.max(...lengths),
      isExact: lengths.every((length) => length > 0),
    };
  } finally {
    agent.destroy();
  }
}

/** Bytes of an answer's JSON; 0 if a device is missing in it, in the list or on the map. */
const lengthIfExact = (body: Buffer, devices: number): number => {
  const json = gunzipSync(body);
  const { data } = JSON.parse(json.toString()) as { data: { deviceData: unknown[]; mapData: unknown[] } };
  return data.deviceData.length === devices && data.mapData.length === devices ? json.length : 0;
};
