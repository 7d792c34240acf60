import { queryOptions, useQuery } from '@tanstack/react-query';
import { may } from '../data/access.ts';
import { ask } from '../data/ask.ts';

/** Every manager, for the admin to choose among; undefined for others and until it is known. */
export const useManagers = () =>
  useQuery({
    // Begins as the users' own, so that it is asked for anew with every change of those.
    queryKey: ['users', 'managers'],
    queryFn: ({ signal }) => ask('GET /getAllManagers', {}, signal),
    select: ({ managers }) => managers,
    enabled: may('GET /getAllManagers'),
  }).data;

/** The sensor types that a manager's devices can have. */
export const useSensorTypesOf = (managerId: string | null) =>
  useQuery({
    queryKey: ['sensor-types', 'of-manager', managerId],
    queryFn: ({ signal }) => ask('GET /getAllSensorType/:managerId', { managerId: managerId ?? '' }, signal),
    select: ({ sensors }) => sensors,
    enabled: managerId !== null && may('GET /getAllSensorType/:managerId'),
  }).data;

const ALL_BUILDINGS = queryOptions({
  // Begins as the buildings' own, so that it is asked for anew with every change of those.
  queryKey: ['buildings', 'all'],
  queryFn: ({ signal }) => ask('GET /getAllBuildings', {}, signal),
});

/** Every building that the person sees; undefined until they are known. */
export const useBuildings = () => useQuery({ ...ALL_BUILDINGS, select: ({ building }) => building }).data;

/** The buildings of a manager, which their devices can stand in. */
export const useBuildingsOf = (managerId: string | null) =>
  useQuery({
    ...ALL_BUILDINGS,
    select: ({ building }) => building.filter((one) => one.managerId === managerId),
    enabled: managerId !== null,
  }).data;

/** The floors of a building. */
export const useFloorsOf = (buildingId: string | null) =>
  useQuery({
    queryKey: ['floors', 'of-building', buildingId],
    queryFn: ({ signal }) =>
      ask('GET /floorByBuilding/:buildingId', { buildingId: buildingId ?? '' }, signal),
    select: ({ floor }) => floor,
    enabled: buildingId !== null,
  }).data;
