import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type DevicePlaces, type BuildingAndFloorIds, PlacedDevices } from '../buildings/placed-devices.ts';
import { audienceOf } from './device-document.ts';
import { DeviceStatuses } from './device-statuses.ts';
import { DevicesRepository } from './devices.repository.ts';

/** Answers queries about the places of devices. */
@Injectable()
export class DevicePlacesService implements DevicePlaces {
  constructor(
    private readonly repository: DevicesRepository,
    private readonly statuses: DeviceStatuses,
    placed: PlacedDevices,
  ) {
    placed.askOf(this);
  }

  isOnFloor(floorId: string, session: ClientSession): Promise<boolean> {
    return this.repository.has({ 'floorData.floorMapId': floorId }, session);
  }

  isInBuilding(buildingId: string, session: ClientSession): Promise<boolean> {
    return this.repository.has({ 'floorData.buildingId': buildingId }, session);
  }

  async ofAssistant(assistantId: string): Promise<BuildingAndFloorIds> {
    const positions = await this.repository.positionsOf(assistantId);
    return {
      buildingIds: [...new Set(positions.map(({ buildingId }) => buildingId))],
      floorIds: [...new Set(positions.map(({ floorMapId }) => floorMapId))],
    };
  }

  assistantsIn(buildingId: string): Promise<string[]> {
    return this.repository.assistantsIn(buildingId);
  }

  /** Publishes no fact, because no service keeps a copy of a device's position; open pages get an update. */
  async leaveBuilding(buildingId: string, session: ClientSession): Promise<() => void> {
    const left = await this.repository.leaveBuilding(buildingId, session);
    return () => {
      for (const device of left) {
        this.statuses.show({ name: device._id, audience: audienceOf(device) }, 'updated');
      }
    };
  }
}
