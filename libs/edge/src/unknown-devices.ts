import type { FactoryProvider } from '@nestjs/common';
import {
  NAMES_PER_MESSAGE,
  SAMPLE_BYTES,
  type UnknownName,
  unknownDevices,
} from '@telemon/contracts/logs/unknown-devices';
import type { Source } from '@telemon/contracts/readings';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Asker } from '@telemon/platform/messaging/asker';

/** Between two messages to the logs service, ms. */
const TELL_EVERY_MS = 1_000;

/**
 * Tells the logs service under which names something came that no device has, counted and with a sample: one message a second at most, over
 * NATS, with a bounded number of names. So a flood of names costs a look into a small table for each. A message that gets no answer is lost.
 */
export class UnknownDevices {
  private names = new Map<string, UnknownName>();
  private timer: NodeJS.Timeout | undefined;
  private isTelling = false;

  constructor(
    private readonly asker: Pick<Asker, 'ask'>,
    lifecycle: Lifecycle,
    private readonly source: Source,
  ) {
    lifecycle.onStart(() => {
      this.timer = setInterval(() => void this.tell(), TELL_EVERY_MS);
    });
    lifecycle.onStop(() => clearInterval(this.timer));
  }

  /** Provides the unknown devices of an edge. */
  static provider(source: Source): FactoryProvider<UnknownDevices> {
    return {
      provide: UnknownDevices,
      inject: [Asker, Lifecycle],
      useFactory: (asker: Asker, lifecycle: Lifecycle) => new UnknownDevices(asker, lifecycle, source),
    };
  }

  /**
   * @param payload A datagram, or a message at an outside broker; absent: a sign-in, whose password must not get anywhere.
   * @param bytes Its size, if the payload is only its beginning
   */
  add(deviceName: string, payload?: Buffer, bytes = payload?.length ?? 0): void {
    const known = this.names.get(deviceName);
    if (known) known.count++;
    else if (this.names.size < NAMES_PER_MESSAGE)
      this.names.set(deviceName, {
        deviceName,
        count: 1,
        ...(payload && { sample: sampleOf(payload, bytes) }),
      });
  }

  private async tell(): Promise<void> {
    if (this.isTelling || this.names.size === 0) return;
    const names = [...this.names.values()];
    this.names = new Map();
    this.isTelling = true;
    try {
      await this.asker.ask(unknownDevices.tell, { source: this.source, names });
    } catch {
      // `ask` or the logs service has logged the error.
    } finally {
      this.isTelling = false;
    }
  }
}

const sampleOf = (payload: Buffer, bytes: number) => ({
  data: payload.toString('utf8', 0, SAMPLE_BYTES),
  bytes,
});
