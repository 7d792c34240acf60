import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin, maySee } from '@telemon/contracts/actor';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';

/** A query filter for the rows of the devices that an actor may see. It names keys: a later device of the same name gets no old rows. */
export type LogScope = { deviceKey?: { $in: number[] } };

/** Tells from the copy of the devices, which follows facts, which devices' messages an actor may see. */
@Injectable()
export class VisibleDeviceKeys {
  private readonly copy: FactCopy<'device'>;

  constructor(copies: FactCopies) {
    this.copy = copies.of('device');
  }

  /** The actor's present scope. @param further Keys that it has as well */
  scopeOf(actor: Actor, ...further: number[]): LogScope {
    if (isAdmin(actor.role)) return {};
    const keys = [...this.copy.values()].flatMap((device) =>
      device.deviceKey !== undefined && maySee(actor, device) ? [device.deviceKey] : [],
    );
    return { deviceKey: { $in: [...keys, ...further] } };
  }
}
