import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin, maySee } from '@telemon/contracts/actor';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';

/** A query filter for the rows of the devices that an actor may see. By key: a later device of a name has none of its rows. */
export type LogScope = { deviceKey?: { $in: number[] } };

/** The copy of the devices, from facts, and which actor may see the messages of which of them. */
@Injectable()
export class VisibleDeviceKeys {
  private readonly copy: FactCopy<'device'>;

  constructor(copies: FactCopies) {
    this.copy = copies.of('device');
  }

  /** The actor's present scope, with some further keys. */
  scopeOf(actor: Actor, ...further: number[]): LogScope {
    if (isAdmin(actor.role)) return {};
    const keys = [...this.copy.values()].flatMap((device) =>
      device.deviceKey !== undefined && maySee(actor, device) ? [device.deviceKey] : [],
    );
    return { deviceKey: { $in: [...keys, ...further] } };
  }
}
