import { fileURLToPath } from 'node:url';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { ForkedProgram } from '../../bench/forked-program.ts';
import type { FleetAnswer, FleetRequest, SentByDevice } from './fleet-messages.ts';

const PROGRAM = fileURLToPath(new URL('./fleet-program.ts', import.meta.url));
/** A process may have some 20,000 files open, and each device has two connections for a moment. */
const DEVICES_OF_EACH = 5_000;

export interface Back {
  /** When the last device signed in, epoch ms. */
  readonly lastSignedInAt: number;
  readonly away: number;
  readonly stayed: number;
}

/** The devices of a fleet, in processes of their own. */
export class FleetProcesses {
  readonly #programs: readonly ForkedProgram<FleetRequest, FleetAnswer>[];

  private constructor(programs: readonly ForkedProgram<FleetRequest, FleetAnswer>[]) {
    this.#programs = programs;
  }

  /** Connects all devices, and begins to send readings, of all together. */
  static async connect(
    port: number,
    logins: readonly MqttLogin[],
    perSecond: number,
  ): Promise<FleetProcesses> {
    const count = Math.ceil(logins.length / DEVICES_OF_EACH);
    const fleet = new FleetProcesses(
      Array.from({ length: count }, () => new ForkedProgram<FleetRequest, FleetAnswer>(PROGRAM)),
    );
    try {
      await fleet.#ask((place) => ({
        kind: 'connect',
        port,
        logins: logins.slice(place * DEVICES_OF_EACH, (place + 1) * DEVICES_OF_EACH),
        perSecond: perSecond / count,
      }));
      return fleet;
    } catch (error) {
      fleet.end();
      throw error;
    }
  }

  /** Connects all devices anew at once, while their former connections are open. */
  async connectAnew(port: number): Promise<void> {
    await this.#ask(() => ({ kind: 'connect-anew', port }));
  }

  /** Waits until all devices have signed in since a time (epoch ms), and their former connections have ended, for two minutes at most. */
  async awaitBack(since: number): Promise<Back> {
    const answers = await this.#ask(() => ({ kind: 'await-back', since }));
    return answers.reduce<Back>(
      (all, { lastSignedInAt = 0, away = 0, stayed = 0 }) => ({
        lastSignedInAt: Math.max(all.lastSignedInAt, lastSignedInAt),
        away: all.away + away,
        stayed: all.stayed + stayed,
      }),
      { lastSignedInAt: 0, away: 0, stayed: 0 },
    );
  }

  /** Stops sending, and waits until everything is acknowledged. Returns what each device sent, in the order of the logins. */
  async finish(): Promise<SentByDevice[]> {
    return (await this.#ask(() => ({ kind: 'finish' }))).flatMap(({ sent = [] }) => sent);
  }

  async disconnect(): Promise<void> {
    await this.#ask(() => ({ kind: 'disconnect' }));
  }

  end(): void {
    for (const program of this.#programs) program.end();
  }

  #ask(requestOf: (place: number) => FleetRequest): Promise<FleetAnswer[]> {
    return Promise.all(this.#programs.map((program, place) => program.ask(requestOf(place))));
  }
}
