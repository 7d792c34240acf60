import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { SnoozeHours } from '@telemon/contracts/alerting/alert-log';
import { type Snoozable, Snoozes, asSnoozed } from '../delivery/snoozes.ts';
import { DeviceLookup } from '../scope/device-lookup.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { KnownUsers } from '../scope/known-users.ts';
import { alertNotFound } from './alerts.errors.ts';
import { AlertsRepository } from './alerts.repository.ts';

/** Snoozes alerts, and the silences of devices, for users who are signed in. */
@Injectable()
export class Snoozing {
  constructor(
    private readonly repository: AlertsRepository,
    private readonly snoozes: Snoozes,
    private readonly devices: KnownDevices,
    private readonly lookup: DeviceLookup,
    private readonly users: KnownUsers,
  ) {}

  /**
   * Snoozes an alert in the actor's scope, or the silences of a device, from now on; for 0 hours: ends that.
   * @throws not-found for a foreign or missing device, and for an alert that the device doesn't have
   */
  async snooze(actor: Actor, { hours, ...which }: Snoozable & { hours: SnoozeHours }) {
    const { alertId, deviceName } = which;
    await this.lookup.find(actor, deviceName);
    if (alertId !== null) {
      const alert = await this.repository.inScope(alertId, this.devices.scopeOf(actor));
      if (alert?.deviceName !== deviceName) throw alertNotFound();
    }
    return asSnoozed(await this.snoozes.set(which, hours, this.users.nameOf(actor), Date.now()));
  }
}
