import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { ClientSession } from 'mongodb';

/** The buildings and floors in which devices stand. */
export interface BuildingAndFloorIds {
  buildingIds: string[];
  floorIds: string[];
}

/** Queries about the positions of devices, which the devices feature answers. */
export interface DevicePlaces {
  isOnFloor(floorId: string, session: ClientSession): Promise<boolean>;
  isInBuilding(buildingId: string, session: ClientSession): Promise<boolean>;
  /** The places of the devices that an assistant is assigned to. */
  ofAssistant(assistantId: string): Promise<BuildingAndFloorIds>;
  /** The ids of the assistants of all devices in a building. */
  assistantsIn(buildingId: string): Promise<string[]>;
  /** Takes all devices off the floors of a building. The caller runs the returned function after the commit. */
  leaveBuilding(buildingId: string, session: ClientSession): Promise<() => void>;
}

/** Until the devices feature registers, no device stands anywhere. */
const NOWHERE: DevicePlaces = {
  isOnFloor: async () => false,
  isInBuilding: async () => false,
  ofAssistant: async () => ({ buildingIds: [], floorIds: [] }),
  assistantsIn: async () => [],
  leaveBuilding: async () => () => undefined,
};

/** Passes queries of buildings and floors to the devices feature, which they can't import because it imports both. */
@Injectable()
export class PlacedDevices {
  private places = NOWHERE;

  /** Sends all queries to `places` from now on. */
  askOf(places: DevicePlaces): void {
    this.places = places;
  }

  isOnFloor(floorId: string, session: ClientSession): Promise<boolean> {
    return this.places.isOnFloor(floorId, session);
  }

  isInBuilding(buildingId: string, session: ClientSession): Promise<boolean> {
    return this.places.isInBuilding(buildingId, session);
  }

  assistantsIn(buildingId: string): Promise<string[]> {
    return this.places.assistantsIn(buildingId);
  }

  leaveBuilding(buildingId: string, session: ClientSession): Promise<() => void> {
    return this.places.leaveBuilding(buildingId, session);
  }

  /** The places of an assistant's devices; null for other roles, whose scope doesn't depend on devices. */
  async seenBy({ role, id }: Actor): Promise<BuildingAndFloorIds | null> {
    return role === 'assistant' ? this.places.ofAssistant(id) : null;
  }
}
