import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { UDP_KEY_BYTES, type UdpKey, udpKeyName } from '@telemon/contracts/devices/udp-identity';
import { CONFIG } from '@telemon/platform/platform.module';
import { derived } from '@telemon/platform/secret-key';
import { randomBytes } from 'node:crypto';
import type { DevicesVariables } from '../config.ts';
import { DeviceChanges } from './device-changes.ts';
import type { DeviceDocument } from './device-document.ts';
import { refuseAssistants } from './devices.errors.ts';
import { DevicesService } from './devices.service.ts';

/** No two keys ever have the same id. */
const ID_BYTES = 12;

/** Makes and removes the keys that devices sign their datagrams with. */
@Injectable()
export class UdpKeysService {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<DevicesVariables, 'UDP_KEY_SECRET'>,
    private readonly devices: DevicesService,
    private readonly changes: DeviceChanges,
  ) {}

  /** Makes a key, which only this answer contains; the one before it becomes invalid. */
  async make(actor: Actor, deviceName: string): Promise<UdpKey> {
    const device = await this.change(actor, deviceName, randomBytes(ID_BYTES).toString('base64url'));
    const name = udpKeyName(device.key, device.udpKeyId!);
    return { deviceName, key: derived(this.config.UDP_KEY_SECRET, name, UDP_KEY_BYTES).toString('hex') };
  }

  /** Datagrams need no signature any more. */
  async remove(actor: Actor, deviceName: string): Promise<null> {
    await this.change(actor, deviceName, null);
    return null;
  }

  private async change(actor: Actor, deviceName: string, udpKeyId: string | null): Promise<DeviceDocument> {
    refuseAssistants(actor);
    const [device] = await this.changes.make(
      async (session) => [await this.devices.find(actor, deviceName, session)],
      (stored) => ({ ...stored, udpKeyId }),
    );
    return device!;
  }
}
