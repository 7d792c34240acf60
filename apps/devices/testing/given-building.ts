import { BuildingsService } from '../src/buildings/buildings.service.ts';
import { FilesService } from '../src/files/files.service.ts';
import { FloorsService } from '../src/floors/floors.service.ts';
import { admin } from './actors.ts';
import type { GivenDevices } from './given-devices.ts';

const PLAN = {
  contentType: 'image/png',
  extension: 'png',
  bytes: Buffer.from('plan'),
  width: 40,
  height: 30,
};

/** A building of a manager, with floors that have a plan each. */
export const givenBuilding = async (
  service: GivenDevices,
  building: { buildingName: string; managerId: string; lat: number; lng: number },
  ...floorNames: string[]
): Promise<{ buildingId: string; floorIds: string[] }> => {
  const { buildingId } = await service.get(BuildingsService).create(admin, building);
  const floorIds: string[] = [];
  for (const floorName of floorNames) {
    const { fileName: mapUrl } = await service.get(FilesService).create(admin, PLAN);
    const { floorId } = await service.get(FloorsService).create(admin, { buildingId, floorName, mapUrl });
    floorIds.push(floorId);
  }
  return { buildingId, floorIds };
};
