import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { ClientSession } from 'mongodb';

/** Where devices stand. */
export interface Places {
  buildingIds: string[];
  floorIds: string[];
}

/** What those who know the devices say of where these stand. */
export interface DevicePlaces {
  isOnFloor(floorId: string, session: ClientSession): Promise<boolean>;
  isInBuilding(buildingId: string, session: ClientSession): Promise<boolean>;
  /** Where the devices that an assistant is assigned to stand. */
  ofAssistant(assistantId: string): Promise<Places>;
  /** Whoever is assigned to a device that stands in a building. */
  assistantsIn(buildingId: string): Promise<string[]>;
  /** Takes all devices off the floors of a building. What is given back is called once that is committed. */
  leaveBuilding(buildingId: string, session: ClientSession): Promise<() => void>;
}

/** As long as nobody knows of devices, none stands anywhere. */
const NOWHERE: DevicePlaces = {
  isOnFloor: async () => false,
  isInBuilding: async () => false,
  ofAssistant: async () => ({ buildingIds: [], floorIds: [] }),
  assistantsIn: async () => [],
  leaveBuilding: async () => () => undefined,
};

/** What a building or a floor needs to know of the devices that stand there: devices know of both, not the other way. */
@Injectable()
export class PlacedDevices {
  private places = NOWHERE;

  /** Has `places` asked from now on. */
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

  /** Where the devices of an assistant stand; null for everybody else, who see places for other reasons. */
  async seenBy({ role, id }: Actor): Promise<Places | null> {
    return role === 'assistant' ? this.places.ofAssistant(id) : null;
  }
}
