import type { MigrationState } from '@telemon/platform/migrations/migrations';
import type { Say } from '../servers/progress.ts';
import { answerOf } from './http.ts';

const PRINT_EVERY_MS = 5_000;

/** Checks whether a service is ready, and prints the progress of its migrations. */
export class ServiceHealth {
  readonly #service: string;
  readonly #url: string;
  readonly #printed = new Map<string, { state: string; at: number }>();

  /** @param url Of its `/health/ready`. */
  constructor(service: string, url: string) {
    this.#service = service;
    this.#url = url;
  }

  async isReady(say: Say): Promise<boolean> {
    const { isOk, body } = await answerOf(this.#url);
    for (const migration of migrationsIn(body)) this.#print(migration, say);
    return isOk;
  }

  #print({ name, state, done, total }: MigrationState, say: Say): void {
    const last = this.#printed.get(name);
    const now = performance.now();
    if (last?.state === 'done' || (last?.state === state && now - last.at < PRINT_EVERY_MS)) return;
    this.#printed.set(name, { state, at: now });
    const howFar = state === 'done' ? 'done' : total === 0 ? '…' : `${done} of ${total} …`;
    say(`${this.#service} brings its data up to date (${name}): ${howFar}`);
  }
}

/** A foreign program on the port may answer anything. */
const migrationsIn = (body: string): readonly MigrationState[] => {
  try {
    return (JSON.parse(body) as { migrations?: MigrationState[] }).migrations ?? [];
  } catch {
    return [];
  }
};
