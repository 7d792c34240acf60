import type { DeviceMetaData } from '@telemon/contracts/devices';
import type { z } from 'zod';
import {
  type Curve,
  battery,
  cooledRoom,
  humidity,
  motorTemperature,
  outsideAir,
  pumpFlow,
  pumpPressure,
  rainfall,
  signal,
  steady,
  stormBasin,
  tankLevel,
  turbidity,
} from './curves.ts';
import { seedOf } from './random.ts';

export type ManagerKey = 'coldChain' | 'waterWorks';

export interface DemoManager {
  name: string;
  email: string;
  contact: string;
  companyName: string;
  locationName: string;
}

/** A number that Twilio's test credentials accept; nobody has it. */
export const CONTACT = '+15005550006';

export const MANAGERS: Record<ManagerKey, DemoManager> = {
  coldChain: {
    name: 'Demo Claire Fontaine',
    email: 'claire.fontaine@example.com',
    contact: CONTACT,
    companyName: 'Demo Cold Chain',
    locationName: 'Lyon',
  },
  waterWorks: {
    name: 'Demo Owen Brooks',
    email: 'owen.brooks@example.com',
    contact: CONTACT,
    companyName: 'Demo Water Works',
    locationName: 'Bristol',
  },
};

export interface DemoChannel {
  /** Name of its sensor type. */
  sensor: string;
  decimals: number;
  curve: Curve;
}

export interface DemoDevice {
  deviceName: string;
  deviceAlias: string;
  manager: ManagerKey;
  template: 'Multiple' | 'Single' | 'Ultrasonic';
  lat: number;
  lng: number;
  /** How it sends once it is live. */
  link: 'mqtt' | 'udp-json' | 'udp-text';
  channels: DemoChannel[];
  /** Where a channel goes when something is wrong. */
  incident?: { channel: number; value: number };
  battery?: Curve;
  /** With a SIM card: signal, IMEI and SIM number are sent along. */
  signal?: Curve;
  /** mm/h. */
  rain?: Curve;
  deviceMetaData?: z.input<typeof DeviceMetaData>;
}

const channel = (sensor: string, decimals: number, curve: Curve): DemoChannel => ({
  sensor,
  decimals,
  curve,
});
const rainOfBristol = rainfall(seedOf('rain of Bristol'));
const airOfLyon = outsideAir(seedOf('air of Lyon'), 13);

type Place = Pick<DemoDevice, 'lat' | 'lng'>;
type Named = Pick<DemoDevice, 'deviceName' | 'deviceAlias'> & Place;

const inLyon = { manager: 'coldChain', link: 'mqtt' } as const;
const inBristol = { manager: 'waterWorks', link: 'mqtt' } as const;

const coldRoom = (named: Named, set: number): DemoDevice => {
  const seed = seedOf(named.deviceName);
  return {
    ...named,
    ...inLyon,
    template: 'Multiple',
    channels: [
      channel('Air temperature °C', 2, cooledRoom(seed, set)),
      channel('Humidity %', 1, humidity(seed + 10, 78)),
    ],
    incident: { channel: 1, value: 11.4 },
  };
};

const freezer = (named: Named, set: number): DemoDevice => ({
  ...named,
  ...inLyon,
  template: 'Single',
  channels: [channel('Air temperature °C', 2, cooledRoom(seedOf(named.deviceName), set))],
  incident: { channel: 1, value: -9 },
});

const compressor = (named: Named, idle: number): DemoDevice => {
  const seed = seedOf(named.deviceName);
  return {
    ...named,
    ...inLyon,
    template: 'Multiple',
    channels: [
      channel('Motor temperature °C', 1, motorTemperature(seed, idle)),
      channel('Oil pressure bar', 2, steady(seed + 10, 3.6, 0.3)),
      channel('Motor current A', 1, steady(seed + 20, 14, 2.5)),
    ],
    incident: { channel: 1, value: 97 },
  };
};

const pumpHouse = (named: Named, full: number, most: number): DemoDevice => {
  const seed = seedOf(named.deviceName);
  return {
    ...named,
    ...inBristol,
    template: 'Multiple',
    channels: [
      channel('Pressure bar', 2, pumpPressure(seed, full)),
      channel('Flow m³/h', 1, pumpFlow(seed, most)),
      channel('Motor temperature °C', 1, motorTemperature(seed + 10, 38)),
    ],
    incident: { channel: 1, value: 1.3 },
  };
};

const tank = (named: Named, level: Curve, extras: Partial<DemoDevice> = {}): DemoDevice => {
  const seed = seedOf(named.deviceName);
  return {
    ...named,
    ...inBristol,
    template: 'Ultrasonic',
    channels: [channel('Water level cm', 1, level)],
    battery: battery(seed),
    signal: signal(seed + 30),
    rain: rainOfBristol,
    deviceMetaData: { maximumDepth: 600, applicationType: 'Fill', valueType: 'First' },
    ...extras,
  };
};

const single = (
  named: Named,
  place: typeof inLyon | typeof inBristol,
  extras: Pick<DemoDevice, 'channels'> & Partial<DemoDevice>,
): DemoDevice => ({
  ...named,
  ...place,
  template: extras.channels.length > 1 ? 'Multiple' : 'Single',
  battery: battery(seedOf(named.deviceName)),
  ...extras,
});

export const DEVICES: DemoDevice[] = [
  coldRoom({ deviceName: 'demo-cold-1', deviceAlias: 'Cold room 1', lat: 45.7312, lng: 4.8334 }, 3.4),
  coldRoom({ deviceName: 'demo-cold-2', deviceAlias: 'Cold room 2', lat: 45.7318, lng: 4.8351 }, 4.1),
  coldRoom({ deviceName: 'demo-cold-3', deviceAlias: 'Cold room 3', lat: 45.7709, lng: 4.8802 }, 4.6),
  freezer({ deviceName: 'demo-freezer-a', deviceAlias: 'Freezer A', lat: 45.7306, lng: 4.8342 }, -20.5),
  freezer({ deviceName: 'demo-freezer-b', deviceAlias: 'Freezer B', lat: 45.7716, lng: 4.8817 }, -22),
  compressor({ deviceName: 'demo-compr-1', deviceAlias: 'Compressor 1', lat: 45.7301, lng: 4.8359 }, 52),
  compressor({ deviceName: 'demo-compr-2', deviceAlias: 'Compressor 2', lat: 45.7702, lng: 4.8791 }, 55),
  single({ deviceName: 'demo-dock', deviceAlias: 'Loading dock', lat: 45.7325, lng: 4.8327 }, inLyon, {
    link: 'udp-json',
    channels: [
      channel('Air temperature °C', 2, (time) => 9 + 0.4 * (airOfLyon(time) - 9)),
      channel('Humidity %', 1, humidity(seedOf('demo-dock'), 66)),
    ],
  }),
  single({ deviceName: 'demo-market', deviceAlias: 'Market hall', lat: 45.7628, lng: 4.8504 }, inLyon, {
    channels: [channel('Air temperature °C', 2, cooledRoom(seedOf('demo-market'), 6.2))],
  }),
  single({ deviceName: 'demo-roof', deviceAlias: 'Roof weather', lat: 45.7589, lng: 4.8414 }, inLyon, {
    channels: [
      channel('Air temperature °C', 2, airOfLyon),
      channel('Humidity %', 1, humidity(seedOf('demo-roof'), 72)),
    ],
    rain: rainfall(seedOf('rain of Lyon')),
  }),
  tank(
    { deviceName: 'demo-tank-north', deviceAlias: 'North tank', lat: 51.4907, lng: -2.5824 },
    tankLevel(seedOf('demo-tank-north'), { low: 190, high: 545, periodHours: 27 }),
    { incident: { channel: 1, value: 60 } },
  ),
  tank(
    { deviceName: 'demo-tank-south', deviceAlias: 'South tank', lat: 51.4226, lng: -2.5969 },
    tankLevel(seedOf('demo-tank-south'), { low: 150, high: 520, periodHours: 33 }),
  ),
  tank(
    { deviceName: 'demo-reservoir', deviceAlias: 'Hilltop reservoir', lat: 51.4661, lng: -2.6238 },
    tankLevel(seedOf('demo-reservoir'), { low: 260, high: 570, periodHours: 51 }),
  ),
  tank(
    { deviceName: 'demo-overflow', deviceAlias: 'Storm overflow', lat: 51.4489, lng: -2.5733 },
    stormBasin(seedOf('demo-overflow'), rainOfBristol, 45),
    {
      incident: { channel: 1, value: 515 },
      deviceMetaData: { maximumDepth: 550, applicationType: 'Overflow', valueType: 'First' },
    },
  ),
  pumpHouse({ deviceName: 'demo-pump-1', deviceAlias: 'Pump house 1', lat: 51.4823, lng: -2.5921 }, 4.4, 62),
  pumpHouse({ deviceName: 'demo-pump-2', deviceAlias: 'Pump house 2', lat: 51.4377, lng: -2.6067 }, 4.8, 48),
  pumpHouse({ deviceName: 'demo-pump-3', deviceAlias: 'Pump house 3', lat: 51.4604, lng: -2.5498 }, 4.6, 71),
  single(
    { deviceName: 'demo-quality', deviceAlias: 'Water quality', lat: 51.4543, lng: -2.5879 },
    inBristol,
    {
      channels: [
        channel('Turbidity NTU', 2, turbidity(seedOf('demo-quality'), rainOfBristol)),
        channel('Acidity pH', 2, steady(seedOf('demo-quality') + 10, 7.4, 0.15)),
        channel('Chlorine mg/l', 2, steady(seedOf('demo-quality') + 20, 0.5, 0.08)),
        channel('Water temperature °C', 1, steady(seedOf('demo-quality') + 30, 11.5, 0.8)),
      ],
      incident: { channel: 1, value: 5.6 },
    },
  ),
  single({ deviceName: 'demo-well-7', deviceAlias: 'Well 7', lat: 51.4138, lng: -2.5512 }, inBristol, {
    link: 'udp-text',
    channels: [channel('Water temperature °C', 1, steady(seedOf('demo-well-7'), 10.4, 0.4))],
  }),
  single({ deviceName: 'demo-river', deviceAlias: 'River gauge', lat: 51.4497, lng: -2.6129 }, inBristol, {
    link: 'udp-json',
    channels: [channel('Water level cm', 1, stormBasin(seedOf('demo-river'), rainOfBristol, 120))],
  }),
];

/** The sensor types of a manager's devices. */
export const sensorsOf = (manager: ManagerKey): string[] => [
  ...new Set(
    DEVICES.filter((device) => device.manager === manager).flatMap(({ channels }) =>
      channels.map(({ sensor }) => sensor),
    ),
  ),
];
