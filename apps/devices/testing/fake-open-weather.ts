import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the server answers: with a status and a body, or not at all. */
interface Behaviour {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly hangs?: boolean;
}

/** A server with OpenWeather's two calls: 12.34 °C and drizzle at Lyon, unless a spec chooses another behaviour. */
export class FakeOpenWeather {
  readonly key = 'canary-of-openweather-5c1e';
  /** Path and query of each request. */
  readonly requests: URL[] = [];
  behaviour: Behaviour = {};

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeOpenWeather> {
    const server = createServer((request, response) => fake.answer(request, response));
    const fake = new FakeOpenWeather(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The variables that make the devices service use it. */
  get env() {
    return { OPENWEATHER_KEY: this.key, OPENWEATHER_URL: this.url };
  }

  /** The number of requests for weather. */
  get count(): number {
    return this.requests.filter(({ pathname }) => pathname === '/data/2.5/weather').length;
  }

  reset(): void {
    this.requests.length = 0;
    this.behaviour = {};
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer({ url }: IncomingMessage, response: ServerResponse): void {
    const address = new URL(url!, this.url);
    this.requests.push(address);
    const { status = 200, headers = {}, body, hangs = false } = this.behaviour;
    if (hangs) return;
    const ofPath = address.pathname === '/data/2.5/forecast' ? forecast() : CURRENT;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body ?? JSON.stringify(ofPath));
  }
}

/** OpenWeather's answer in November 2026, shortened. */
const CURRENT = {
  coord: { lon: 4.8, lat: 45.8 },
  weather: [{ id: 300, main: 'Drizzle', description: 'light drizzle', icon: '09d' }],
  main: { temp: 12.34, feels_like: 11.8, pressure: 1012, humidity: 87 },
  visibility: 8000,
  wind: { speed: 4.1, deg: 200 },
  sys: { country: 'FR', sunrise: 1_795_000_000, sunset: 1_795_030_000 },
  name: 'Lyon',
  cod: 200,
};

/** The nearest step has a probability of 35 %. */
const forecast = () => {
  const now = Math.floor(Date.now() / 1_000);
  return {
    cod: '200',
    cnt: 2,
    list: [
      { dt: now + 3_600, pop: 0.35 },
      { dt: now + 4 * 3_600, pop: 0.9 },
    ],
  };
};
