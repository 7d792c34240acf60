import type { Conditions } from '@telemon/contracts/devices/weather';
import { z } from 'zod';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { GridPoint } from './grid-point.ts';

/** For both questions about a grid point together, ms. */
const ANSWERED_WITHIN_MS = 5_000;
/** An answer has 1 KB. */
const MOST_BYTES = 64 * 1024;
/** The step that begins next, and the one after it. */
const FORECAST_STEPS = 2;
/** A refused key stays refused until someone acts, ms. */
const AFTER_REFUSAL_MS = 10 * MINUTE_MS;
/** Where OpenWeather asks for patience without naming a time, ms. */
const AFTER_TOO_MANY_MS = 60_000;

const text = z.string().max(200);
const CurrentWeather = z.object({
  weather: z.array(z.object({ id: z.int(), main: text })).min(1),
  main: z.object({ temp: z.number().min(-150).max(100) }),
  wind: z.object({ speed: z.number().min(0).max(500) }),
  name: text.default(''),
  sys: z.object({ country: text.default('') }).default({ country: '' }),
});
const Forecast = z.object({
  list: z.array(z.object({ dt: z.number(), pop: z.number().min(0).max(1) })).min(1),
});

/** Why OpenWeather told nothing. Its text names neither the key nor the address. */
export class NoWeather extends Error {
  override readonly name = 'NoWeather';

  constructor(
    reason: string,
    /** How long to ask nothing, ms; 0: as usual after a failure. */
    readonly retryAfterMs = 0,
  ) {
    super(reason);
  }
}

/** Asks OpenWeather, or a server that replaces it. */
export class OpenWeather {
  constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly withinMs: number = ANSWERED_WITHIN_MS,
  ) {}

  /** @throws NoWeather */
  async at(point: GridPoint): Promise<Conditions> {
    const signal = AbortSignal.timeout(this.withinMs);
    const [now, { list }] = await Promise.all([
      this.ask('weather', {}, point, CurrentWeather, signal),
      this.ask('forecast', { cnt: String(FORECAST_STEPS) }, point, Forecast, signal),
    ]);
    const { id, main } = now.weather[0]!;
    return {
      id,
      main,
      temperature: now.main.temp,
      windSpeed: now.wind.speed,
      precipitation: Math.round(nearest(list).pop * 100),
      city: now.name,
      country: now.sys.country,
    };
  }

  private async ask<Schema extends z.ZodType>(
    path: string,
    wanted: Record<string, string>,
    { lat, lng }: GridPoint,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<z.output<Schema>> {
    const query = { ...wanted, lat: String(lat), lon: String(lng), units: 'metric', appid: this.key };
    const address = `${this.url.replace(/\/+$/, '')}/data/2.5/${path}?${new URLSearchParams(query)}`;
    const body = await bodyOf(address, signal);
    const answer = schema.safeParse(jsonOf(body));
    if (!answer.success) throw new NoWeather('the answer is not understood');
    return answer.data;
  }
}

/** Fetches a small text. The errors of `fetch` stay here, as they may name the address, which holds the key. */
const bodyOf = async (address: string, signal: AbortSignal): Promise<string> => {
  try {
    // Elsewhere the key would be told to someone else.
    const response = await fetch(address, { signal, redirect: 'error' });
    if (!response.ok) {
      await response.body?.cancel();
      throw new NoWeather(`status ${response.status}`, patienceOf(response));
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new NoWeather('the answer is too large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  } catch (error) {
    if (error instanceof NoWeather) throw error;
    throw new NoWeather(signal.aborted ? 'no answer in time' : 'not reachable');
  }
};

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const patienceOf = ({ status, headers }: Response): number => {
  if (status === 401 || status === 403) return AFTER_REFUSAL_MS;
  if (status !== 429) return 0;
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? seconds * 1_000 : AFTER_TOO_MANY_MS;
};

const nearest = <Step extends { dt: number }>(steps: readonly Step[]): Step => {
  const now = Date.now() / 1_000;
  const distance = ({ dt }: Step) => Math.abs(dt - now);
  return steps.reduce((best, step) => (distance(step) < distance(best) ? step : best));
};
