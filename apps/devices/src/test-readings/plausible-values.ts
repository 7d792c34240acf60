import { hasDepth, type DeviceSensor } from '@telemon/contracts/devices/devices';
import { ChannelName } from '@telemon/contracts/devices/treatment';
import type { z } from 'zod';
import type { DeviceDocument } from '../devices/device-document.ts';
import type { CalibrationTable } from '../readings/treatment/calibration-table.ts';
import { feedsOf } from '../readings/treatment/mapping.ts';

/** An everyday value of each quantity, by the words that name it; the first that fits counts. */
const EVERYDAY: readonly (readonly [quantity: RegExp, value: number])[] = [
  [/°F\b|fahrenheit/i, 70.7],
  [/°C\b|celsius|temp/i, 21.5],
  [/humid|%/i, 45],
  [/\bhPa\b|\bmbar\b|barom/i, 1_013],
  [/\bkPa\b/i, 101.3],
  [/\bbar\b/i, 1.2],
  [/co2|co₂|ppm/i, 420],
  [/\blx\b|lux|light/i, 300],
  [/\bdB\b|noise|sound/i, 40],
  [/\bmV\b/, 3_700],
  [/volt|\bV$/i, 3.7],
  [/\bpH\b/, 7],
];
const OTHERWISE = 20;

type Measuring = Pick<DeviceDocument, 'sensorMapping' | 'template' | 'deviceMetaData'>;
type Sensor = z.infer<typeof DeviceSensor>;

/**
 * Values by channel as the device might send them: they stand for everyday ones once mapping and tables have treated them. A tank
 * is half full; a device without sensors sends its first channel.
 */
export const plausibleValues = (
  device: Measuring,
  sensors: readonly Sensor[],
  tables: ReadonlyMap<string, CalibrationTable>,
): Partial<Record<ChannelName, number>> => {
  const feeds = feedsOf(device.sensorMapping);
  const values: Partial<Record<ChannelName, number>> = {};
  for (const { seqId, sensorData } of sensors) {
    const channel = ChannelName.options[feeds?.[seqId - 1] ?? seqId - 1]!;
    values[channel] ??= middleOf(tables.get(sensorData.id)) ?? everydayValue(device, sensorData.sensorName);
  }
  return sensors.length > 0 ? values : { TC1: OTHERWISE };
};

/** A raw value from the middle of a table. */
const middleOf = (table: CalibrationTable | undefined): number | undefined =>
  table?.raws[Math.floor(table.raws.length / 2)];

const everydayValue = ({ template, deviceMetaData }: Measuring, sensorName: string): number =>
  hasDepth(template) && deviceMetaData
    ? deviceMetaData.maximumDepth / 2
    : (EVERYDAY.find(([quantity]) => quantity.test(sensorName))?.[1] ?? OTHERWISE);
