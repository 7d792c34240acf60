import { Inject, Injectable } from '@nestjs/common';
import { NO_UDP_IDENTITY, UDP_KEY_BYTES, udpKeyName } from '@telemon/contracts/devices/udp-identity';
import { CONFIG } from '@telemon/platform/platform.module';
import { derived } from '@telemon/platform/secret-key';
import { type KeyObject, createSecretKey } from 'node:crypto';
import type { UdpRouterVariables } from '../config.ts';
import { Counters } from './counters.ts';
import type { KnownDevice } from './device-keys.ts';
import { isSignedWith, signedDatagram } from './signature.ts';
import { Sources } from './sources.ts';

/** Keys in memory; the oldest one is evicted first. */
const MOST_KEYS = 20_000;

/** Why a datagram is not from the device that it names. */
type IdentityFault = 'unsigned' | 'wrong-signature' | 'replayed' | 'wrong-source';

/** A datagram that passed the check. */
interface CheckedDatagram {
  /** The datagram without its signature. */
  readonly payload: Buffer;
  /** The counter that has to be used up; undefined: the device has no key. */
  readonly counter?: number;
}

/** Checks by key and source address whether a datagram is from the device that it names. */
@Injectable()
export class SenderCheck {
  private readonly sources = new Sources();
  private readonly keys = new Map<string, KeyObject>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<UdpRouterVariables, 'UDP_KEY_SECRET'>,
    private readonly counters: Counters,
  ) {}

  /** @param address where the datagram came from */
  check(
    { deviceKey, udp = NO_UDP_IDENTITY }: KnownDevice,
    datagram: Buffer,
    address: string,
  ): CheckedDatagram | IdentityFault {
    const { keyId, source } = udp;
    if (source !== null && !this.sources.includes(source, address)) return 'wrong-source';
    const signed = signedDatagram(datagram);
    // A device that has no key yet may sign all the same: the signature is not part of the reading.
    if (keyId === null) return { payload: signed?.payload ?? datagram };
    if (signed === null) return 'unsigned';
    if (!isSignedWith(this.keyOf(deviceKey, keyId), signed)) return 'wrong-signature';
    const { payload, counter } = signed;
    return this.counters.isUsed(keyId, counter) ? 'replayed' : { payload, counter };
  }

  private keyOf(deviceKey: number, keyId: string): KeyObject {
    const known = this.keys.get(keyId);
    if (known) return known;
    if (this.keys.size >= MOST_KEYS) this.keys.delete(this.keys.keys().next().value!);
    const name = udpKeyName(deviceKey, keyId);
    const key = createSecretKey(derived(this.config.UDP_KEY_SECRET, name, UDP_KEY_BYTES));
    this.keys.set(keyId, key);
    return key;
  }
}
