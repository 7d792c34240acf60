import { Injectable } from '@nestjs/common';
import { UNAUTHENTICATED_EVERY_MS, UNAUTHENTICATED_SUBJECT } from '@telemon/contracts/devices/udp-identity';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';

/** Tells which devices send datagrams without a key or a source: anyone on the network could have sent them. */
@Injectable()
export class UnauthenticatedDevices {
  private readonly told = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly live: Live,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => {
      this.timer = setInterval(() => this.told.clear(), UNAUTHENTICATED_EVERY_MS);
    });
    lifecycle.onStop(() => clearInterval(this.timer));
  }

  /** Reports a device at its first datagram, and again every few minutes. */
  tell(deviceName: string): void {
    if (this.told.has(deviceName)) return;
    this.told.add(deviceName);
    this.live.publish(UNAUTHENTICATED_SUBJECT, { deviceName });
  }
}
