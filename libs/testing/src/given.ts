import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { Event } from '@telemon/contracts/alerting/events';
import type { Building } from '@telemon/contracts/devices/buildings';
import type { Device } from '@telemon/contracts/devices/devices';
import type { Floor, UploadedPlan } from '@telemon/contracts/devices/floors';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import type { Location } from '@telemon/contracts/auth/locations';
import type { User } from '@telemon/contracts/auth/users';
import { randomBytes } from 'node:crypto';
import { type ApiClient, formWith } from './api-client.ts';
import { pngOf } from './image-files.ts';

/** A name that no other test uses. */
export const uniqueName = (prefix: string): string =>
  `${prefix}-${randomBytes(4).toString('hex')}`.slice(0, 15);

/** A plan as a PNG file, which is read faster than a drawing. */
export const aPlan = (): File => new File([new Uint8Array(pngOf({ width: 400, height: 300 }))], 'plan.png');

/** A plan as an SVG file. */
export const aDrawing = (): File =>
  new File(
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><rect width="400" height="300"/></svg>'],
    'plan.svg',
  );

export interface GivenDevice {
  device: Device;
  mqtt: { username: string; password: string };
}

/** The request for a new alert. */
export const alertOn = (deviceName: string) => ({
  deviceName,
  sensorId: 1,
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [10] },
  contact: '+15005550006',
  email: 'on-call@example.com',
  message: '$devid is at $data',
});

/** The request for a new event. */
export const eventOn = (deviceName: string) => ({
  deviceName,
  sensorId: 1,
  valueType: 'Current',
  eventType: 'Above',
  setPoint: 10,
});

/** Makes the objects that a story starts from, through /v1 as a user would. */
export const given = (admin: ApiClient) => ({
  async managerId(): Promise<string> {
    const { managers } = await admin.get<{ managers: { id: string }[] }>('/getAllManagers');
    if (!managers[0]) throw new Error('there is no manager yet');
    return managers[0].id;
  },

  async manager(extras: Record<string, unknown> = {}): Promise<User> {
    const { data } = await admin.post<{ data: Location }>('/location', { locationName: uniqueName('City') });
    const { user } = await admin.post<{ user: User }>('/user', {
      name: 'Mona Manager',
      email: `${uniqueName('mona')}@example.com`,
      password: 'a manager of tanks',
      contact: '+15005550006',
      companyName: 'Cold Stores',
      locationId: data.id,
      userRole: 'manager',
      ...extras,
    });
    return user;
  },

  async sensorType(managerId: string, sensorName = uniqueName('Sensor')): Promise<SensorType> {
    const { sensor } = await admin.post<{ sensor: SensorType }>('/sensorType', {
      sensorName,
      userId: managerId,
    });
    return sensor;
  },

  async building(managerId: string, extras: Record<string, unknown> = {}): Promise<Building> {
    const { buildingData } = await admin.post<{ buildingData: Building }>('/building', {
      buildingName: uniqueName('House'),
      managerId,
      lat: 45.76,
      lng: 4.84,
      ...extras,
    });
    return buildingData;
  },

  async floor(buildingId: string, floorName = uniqueName('Floor')): Promise<Floor> {
    const { fileName } = await admin.post<UploadedPlan>('/floor/upload', formWith('floormap', aPlan()));
    const { floor } = await admin.post<{ floor: Floor }>('/floor', {
      buildingId,
      floorName,
      mapUrl: fileName,
    });
    return floor;
  },

  async device(
    managerId: string,
    sensorIds: string[],
    extras: Record<string, unknown> = {},
  ): Promise<GivenDevice> {
    const deviceName = uniqueName('dev');
    const { deviceData, mqtt } = await admin.post<{ deviceData: Device; mqtt: GivenDevice['mqtt'] }>(
      '/device',
      {
        deviceName,
        deviceAlias: `Alias ${deviceName}`,
        managerId,
        template: 'Multiple',
        ...Object.fromEntries(sensorIds.map((id, index) => [`sensorId${index + 1}`, id])),
        locationMode: 'Gps',
        lat: 45.76,
        lng: 4.84,
        ...extras,
      },
    );
    return { device: deviceData, mqtt };
  },

  async alert(deviceName: string, extras: Record<string, unknown> = {}): Promise<Alert> {
    const request = { ...alertOn(deviceName), ...extras };
    const { alert } = await admin.postPatiently<{ alert: Alert }>('/alert', request);
    return alert;
  },

  async event(deviceName: string, extras: Record<string, unknown> = {}): Promise<Event> {
    const request = { ...eventOn(deviceName), ...extras };
    const { event } = await admin.postPatiently<{ event: Event }>('/event', request);
    return event;
  },
});
