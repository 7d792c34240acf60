import { afterAll, beforeAll, beforeEach, expect, describe, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { BuildingChange, NewBuilding } from '@telemon/contracts/devices/buildings';
import type { LivePlace } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { Live } from '@telemon/platform/messaging/live';
import { connectNats } from '@telemon/platform/messaging/nats';
import { aUser } from '@telemon/testing/builders';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { admin, anActor, manager } from '../../testing/actors.ts';
import { GivenDevices } from '../../testing/given-devices.ts';
import { FilesService } from '../files/files.service.ts';
import { FloorsModule } from '../floors/floors.module.ts';
import { FloorsService } from '../floors/floors.service.ts';
import { BuildingsService } from './buildings.service.ts';
import { PlacedDevices } from './placed-devices.ts';

let service: GivenDevices;
let buildings: BuildingsService;
let floors: FloorsService;
let nats: NatsConnection;
const shown: LivePlace[] = [];
let assistants: string[];

beforeAll(async () => {
  service = await GivenDevices.prepare(FloorsModule);
  buildings = service.get(BuildingsService);
  floors = service.get(FloorsService);
  service.get(PlacedDevices).askOf({
    isOnFloor: async () => false,
    isInBuilding: async () => false,
    ofAssistant: async () => ({ buildingIds: [], floorIds: [] }),
    assistantsIn: async () => assistants,
    leaveBuilding: async () => () => undefined,
  });
  await service.know(aUser({ id: 'm1' }), aUser({ id: 'm2' }));
  nats = await connectNats(servers().natsUrl, 'spec');
  nats.subscribe(LIVE_SUBJECTS.places, {
    callback: (_error, update) => void shown.push(update.json<LivePlace>()),
  });
  await nats.flush();
});
beforeEach(async () => {
  assistants = [];
  // The service remembers the interest for 15 s.
  await until(() => {
    nats.publish(LIVE_SUBJECTS.interest);
    return service.get(Live).isLookedAt;
  });
});
afterAll(async () => {
  await nats.close();
  await service.stop();
});

const makeBuilding = () =>
  buildings.create(manager, NewBuilding.parse({ buildingName: 'Mill', lat: 45.7, lng: 4.8 }));
/** The updates about a place, once there are `times` or more. */
const shownOf = async (id: string, times: number) => {
  const of = () => shown.filter((update) => update.id === id);
  await until(() => of().length >= times, { what: 'updates of open pages' });
  return of().map(({ place, change, audience }) => [
    place,
    change,
    audience.managerId,
    audience.assistantIds,
  ]);
};

describe('an open page', () => {
  it('gets an update when a building is created, moved on the map and deleted', async () => {
    const { buildingId } = await makeBuilding();
    assistants = ['s1'];
    await buildings.update(manager, buildingId, BuildingChange.parse({ lat: 46 }));
    await buildings.remove(manager, buildingId);
    expect(await shownOf(buildingId, 3)).toEqual([
      ['building', 'created', 'm1', []],
      ['building', 'updated', 'm1', ['s1']],
      ['building', 'deleted', 'm1', []],
    ]);
  });

  it('gets a deletion when a building gets another manager, whose pages get an update', async () => {
    const { buildingId } = await makeBuilding();
    await buildings.update(admin, buildingId, BuildingChange.parse({ managerId: 'm2' }));
    expect(await shownOf(buildingId, 3)).toEqual([
      ['building', 'created', 'm1', []],
      ['building', 'deleted', 'm1', []],
      ['building', 'updated', 'm2', []],
    ]);
  });

  it('gets an update when a floor is created and deleted', async () => {
    const { buildingId } = await makeBuilding();
    const plan = await service.get(FilesService).create(manager, {
      contentType: 'image/png',
      extension: 'png',
      bytes: Buffer.from('a plan'),
      width: 40,
      height: 30,
    });
    const { floorId } = await floors.create(manager, {
      buildingId,
      floorName: 'Cellar',
      mapUrl: plan.fileName,
    });
    await floors.remove(manager, floorId);
    expect(await shownOf(floorId, 2)).toEqual([
      ['floor', 'created', 'm1', []],
      ['floor', 'deleted', 'm1', []],
    ]);
  });

  it('gets no update of a refused deletion', async () => {
    const { buildingId } = await makeBuilding();
    await expect(buildings.remove(anActor('m2', 'manager'), buildingId)).rejects.toThrow();
    expect(await shownOf(buildingId, 1)).toEqual([['building', 'created', 'm1', []]]);
  });
});
