import type { DeviceMetaData } from '@telemon/contracts/devices/devices';
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
import type { ManagerKey } from './people.ts';
import { seedOf } from './random.ts';
import type { FloorKey } from './sites.ts';

interface DemoChannel {
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
  /** On the map, or on a floor's plan: percent of its width from the left, of its height from the top. */
  where: { lat: number; lng: number } | { floor: FloorKey; xValue: number; yValue: number };
  /** How it sends once it is live. */
  link: 'mqtt' | 'udp-json' | 'udp-text';
  channels: DemoChannel[];
  /** The wire channel of each sensor if they are plugged in wrongly; the sensor mapping corrects that. */
  pluggedIn?: readonly [1 | 2 | 3 | 4, ...(1 | 2 | 3 | 4)[]];
  /** Adjustment of its only sensor: `value` is added from `from` to `to`, in four ranges. */
  adjustment?: readonly { from: number; to: number; value: number }[];
  /** The value that a channel approaches in an incident. */
  incident?: { channel: number; value: number };
  battery?: Curve;
  /** For a device with a SIM card, which also sends IMEI and SIM number. */
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
/** The day tank's probe measures mm; the calibration table converts them to litres. */
export const TANK_SENSOR = 'Tank volume l';
const dayTank = tankLevel(seedOf('demo-tank-day'), { low: 35, high: 185, periodHours: 19 });
const airOfLyon = outsideAir(seedOf('air of Lyon'), 13);

type Named = Pick<DemoDevice, 'deviceName' | 'deviceAlias' | 'where'>;
type Where = DemoDevice['where'];

const at = (lat: number, lng: number): Where => ({ lat, lng });
const on = (floor: FloorKey, xValue: number, yValue: number): Where => ({ floor, xValue, yValue });
const named = (deviceName: string, deviceAlias: string, where: Where): Named => ({
  deviceName,
  deviceAlias,
  where,
});

const inLyon = { manager: 'coldChain', link: 'mqtt' } as const;
const inBristol = { manager: 'waterWorks', link: 'mqtt' } as const;

const coldRoom = (name: Named, set: number): DemoDevice => {
  const seed = seedOf(name.deviceName);
  return {
    ...name,
    ...inLyon,
    template: 'Multiple',
    channels: [
      channel('Air temperature °C', 2, cooledRoom(seed, set)),
      channel('Humidity %', 1, humidity(seed + 10, 78)),
    ],
    incident: { channel: 1, value: 11.4 },
  };
};

const freezer = (name: Named, set: number, extras: Partial<DemoDevice> = {}): DemoDevice => ({
  ...name,
  ...inLyon,
  template: 'Single',
  channels: [channel('Air temperature °C', 2, cooledRoom(seedOf(name.deviceName), set))],
  incident: { channel: 1, value: -9 },
  ...extras,
});

const compressor = (name: Named, idle: number, extras: Partial<DemoDevice> = {}): DemoDevice => {
  const seed = seedOf(name.deviceName);
  return {
    ...name,
    ...inLyon,
    template: 'Multiple',
    channels: [
      channel('Motor temperature °C', 1, motorTemperature(seed, idle)),
      channel('Oil pressure bar', 2, steady(seed + 10, 3.6, 0.3)),
      channel('Motor current A', 1, steady(seed + 20, 14, 2.5)),
    ],
    incident: { channel: 1, value: 97 },
    ...extras,
  };
};

const pumpHouse = (name: Named, full: number, most: number): DemoDevice => {
  const seed = seedOf(name.deviceName);
  return {
    ...name,
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

const tank = (name: Named, level: Curve, extras: Partial<DemoDevice> = {}): DemoDevice => {
  const seed = seedOf(name.deviceName);
  return {
    ...name,
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
  name: Named,
  place: typeof inLyon | typeof inBristol,
  extras: Pick<DemoDevice, 'channels'> & Partial<DemoDevice>,
): DemoDevice => ({
  ...name,
  ...place,
  template: extras.channels.length > 1 ? 'Multiple' : 'Single',
  battery: battery(seedOf(name.deviceName)),
  ...extras,
});

export const DEVICES: DemoDevice[] = [
  coldRoom(named('demo-cold-1', 'Cold room 1', on('lyonGround', 17, 26)), 3.4),
  coldRoom(named('demo-cold-2', 'Cold room 2', at(45.7318, 4.8351)), 4.1),
  coldRoom(named('demo-cold-3', 'Cold room 3', on('lyonGround', 49.5, 26)), 4.6),
  freezer(named('demo-freezer-a', 'Freezer A', on('lyonGround', 82.5, 26)), -20.5),
  freezer(named('demo-freezer-b', 'Freezer B', at(45.7716, 4.8817)), -22, {
    adjustment: [
      { from: -40, to: -25, value: -0.8 },
      { from: -25, to: -15, value: -0.5 },
      { from: -15, to: 0, value: -0.3 },
      { from: 0, to: 40, value: 0 },
    ],
  }),
  compressor(named('demo-compr-1', 'Compressor 1', on('lyonPlant', 19.2, 36)), 52),
  compressor(named('demo-compr-2', 'Compressor 2', at(45.7702, 4.8791)), 55),
  compressor(named('demo-compr-3', 'Compressor 3', on('lyonPlant', 44.2, 36)), 49, { pluggedIn: [2, 1, 3] }),
  single(named('demo-dock', 'Loading dock', at(45.7325, 4.8327)), inLyon, {
    link: 'udp-json',
    channels: [
      channel('Air temperature °C', 2, (time) => 9 + 0.4 * (airOfLyon(time) - 9)),
      channel('Humidity %', 1, humidity(seedOf('demo-dock'), 66)),
    ],
  }),
  single(named('demo-market', 'Market hall', at(45.7628, 4.8504)), inLyon, {
    channels: [channel('Air temperature °C', 2, cooledRoom(seedOf('demo-market'), 6.2))],
  }),
  single(named('demo-roof', 'Roof weather', at(45.7589, 4.8414)), inLyon, {
    channels: [
      channel('Air temperature °C', 2, airOfLyon),
      channel('Humidity %', 1, humidity(seedOf('demo-roof'), 72)),
    ],
    rain: rainfall(seedOf('rain of Lyon')),
  }),
  tank(
    named('demo-tank-north', 'North tank', at(51.4907, -2.5824)),
    tankLevel(seedOf('demo-tank-north'), { low: 190, high: 545, periodHours: 27 }),
    { incident: { channel: 1, value: 60 } },
  ),
  tank(
    named('demo-tank-south', 'South tank', at(51.4226, -2.5969)),
    tankLevel(seedOf('demo-tank-south'), { low: 150, high: 520, periodHours: 33 }),
  ),
  tank(
    named('demo-reservoir', 'Hilltop reservoir', at(51.4661, -2.6238)),
    tankLevel(seedOf('demo-reservoir'), { low: 260, high: 570, periodHours: 51 }),
  ),
  tank(
    named('demo-overflow', 'Storm overflow', at(51.4489, -2.5733)),
    stormBasin(seedOf('demo-overflow'), rainOfBristol, 45),
    {
      incident: { channel: 1, value: 515 },
      deviceMetaData: { maximumDepth: 550, applicationType: 'Overflow', valueType: 'First' },
    },
  ),
  pumpHouse(named('demo-pump-1', 'Pump house 1', on('bristolPumps', 16.8, 32.5)), 4.4, 62),
  pumpHouse(named('demo-pump-2', 'Pump house 2', at(51.4377, -2.6067)), 4.8, 48),
  pumpHouse(named('demo-pump-3', 'Pump house 3', at(51.4604, -2.5498)), 4.6, 71),
  single(named('demo-quality', 'Water quality', on('bristolPumps', 77, 70)), inBristol, {
    channels: [
      channel('Turbidity NTU', 2, turbidity(seedOf('demo-quality'), rainOfBristol)),
      channel('Acidity pH', 2, steady(seedOf('demo-quality') + 10, 7.4, 0.15)),
      channel('Chlorine mg/l', 2, steady(seedOf('demo-quality') + 20, 0.5, 0.08)),
      channel('Water temperature °C', 1, steady(seedOf('demo-quality') + 30, 11.5, 0.8)),
    ],
    incident: { channel: 1, value: 5.6 },
  }),
  single(named('demo-well-7', 'Well 7', at(51.4138, -2.5512)), inBristol, {
    link: 'udp-text',
    channels: [channel('Water temperature °C', 1, steady(seedOf('demo-well-7'), 10.4, 0.4))],
  }),
  single(named('demo-river', 'River gauge', at(51.4497, -2.6129)), inBristol, {
    link: 'udp-json',
    channels: [channel('Water level cm', 1, stormBasin(seedOf('demo-river'), rainOfBristol, 120))],
  }),
  single(named('demo-tank-day', 'Day tank', on('bristolPumps', 76.9, 27.3)), inBristol, {
    channels: [channel(TANK_SENSOR, 0, (time) => 10 * dayTank(time))],
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
