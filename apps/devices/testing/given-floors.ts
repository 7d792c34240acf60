import type { Actor } from '@telemon/contracts/actor';
import { type Building, BuildingChange, NewBuilding } from '@telemon/contracts/devices/buildings';
import { CHUNK_BYTES } from '@telemon/contracts/devices/files';
import type { Floor } from '@telemon/contracts/devices/floors';
import { aUser } from '@telemon/testing/builders';
import { randomBytes } from 'node:crypto';
import { BuildingsService } from '../src/buildings/buildings.service.ts';
import { PlacedDevices, type BuildingAndFloorIds } from '../src/buildings/placed-devices.ts';
import { FilesService } from '../src/files/files.service.ts';
import { FloorsModule } from '../src/floors/floors.module.ts';
import { FloorsService } from '../src/floors/floors.service.ts';
import { GivenDevices } from './given-devices.ts';

const NOWHERE: BuildingAndFloorIds = { buildingIds: [], floorIds: [] };

/** Buildings and floors of two managers, where a spec says which of them devices stand on. */
export class GivenFloors {
  /** The buildings and floors with devices. */
  taken = NOWHERE;
  /** The buildings and floors with devices of the assistant. */
  seen = NOWHERE;
  /** The buildings that all devices had to leave. */
  left: string[] = [];
  readonly buildings: BuildingsService;
  readonly floors: FloorsService;

  private constructor(readonly service: GivenDevices) {
    this.buildings = service.get(BuildingsService);
    this.floors = service.get(FloorsService);
    service.get(PlacedDevices).askOf({
      isOnFloor: async (id) => this.taken.floorIds.includes(id),
      isInBuilding: async (id) => this.taken.buildingIds.includes(id),
      ofAssistant: async () => this.seen,
      assistantsIn: async () => [],
      leaveBuilding: async (id) => () => void this.left.push(id),
    });
  }

  static async prepare(): Promise<GivenFloors> {
    const service = await GivenDevices.prepare(FloorsModule);
    await service.know(
      aUser({ id: 'm1', name: 'Zoe' }),
      aUser({ id: 'm2', name: 'Adam' }),
      aUser({ id: 's1', userRole: 'assistant', managerId: 'm1' }),
    );
    return new GivenFloors(service);
  }

  /** Before each test: no device stands anywhere. */
  takeDevicesAway(): void {
    this.taken = NOWHERE;
    this.seen = NOWHERE;
    this.left = [];
  }

  makeBuilding(by: Actor, values: object = {}): Promise<Building> {
    const request = { buildingName: 'Mill', lat: 45.7, lng: 4.8, ...values };
    return this.buildings.create(by, NewBuilding.parse(request));
  }

  change(by: Actor, id: string, values: object): Promise<Building> {
    return this.buildings.update(by, id, BuildingChange.parse(values));
  }

  /** A plan of two chunks that is not on a floor yet. */
  makePlan(by: Actor) {
    return this.service.get(FilesService).create(by, {
      contentType: 'image/png',
      extension: 'png',
      bytes: randomBytes(CHUNK_BYTES + 10),
      width: 40,
      height: 30,
    });
  }

  async makeFloor(by: Actor, buildingId: string, floorName = 'Ground floor'): Promise<Floor> {
    const { fileName: mapUrl } = await this.makePlan(by);
    return this.floors.create(by, { buildingId, floorName, mapUrl });
  }

  /** The state in the newest fact about a building or floor; null: it is removed. */
  async newestState(key: string): Promise<unknown> {
    const rows = await this.service.database.db
      .collection<{ fact: { key: string; state: unknown; version: number } }>('fact_outbox')
      .find({ 'fact.key': key })
      .sort({ 'fact.version': -1 })
      .toArray();
    return rows[0]?.fact.state;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}
