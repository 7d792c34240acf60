import { z } from 'zod';
import { Flag, blankAsAbsent } from '../fields.ts';
import { LARGEST_VALUE } from '../readings.ts';

/** The channels that a device measures on, by their names on the wire. */
export const ChannelName = z.enum(['TC1', 'TC2', 'TC3', 'TC4']);
export type ChannelName = z.infer<typeof ChannelName>;

/** Ranges of a sensor's adjustment; a sensor has all four or none. */
export const ADJUSTMENT_RANGES = 4;

const inRange = z.number().min(-LARGEST_VALUE).max(LARGEST_VALUE);
const asked = blankAsAbsent(inRange);

const AskedAdjustmentRange = z
  .strictObject({ from: asked, to: asked, value: asked })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    path: ['to'],
    error: 'Should not be less than from',
  });
const AskedAdjustmentRanges = blankAsAbsent(z.array(AskedAdjustmentRange).max(ADJUSTMENT_RANGES));

/** Adds `value` to values from `from` to `to`, both ends included; where ranges overlap, the first counts. */
export const AdjustmentRange = z.object({ from: z.number(), to: z.number(), value: z.number() });
export type AdjustmentRange = z.infer<typeof AdjustmentRange>;

const ranges = z.array(AdjustmentRange).length(ADJUSTMENT_RANGES).nullable();

/** An adjustment as a form sends it: empty fields are blank, and are refused where a value is required. */
export const AskedAdjustment = z.strictObject({
  enabled: Flag,
  sensor1: AskedAdjustmentRanges,
  sensor2: AskedAdjustmentRanges,
  sensor3: AskedAdjustmentRanges,
  sensor4: AskedAdjustmentRanges,
});
export type AskedAdjustment = z.infer<typeof AskedAdjustment>;

/** How a device's values are adjusted, sensor by sensor: four ranges each, null where a sensor has none. */
export const SensorAdjustment = z.object({
  enabled: z.boolean(),
  sensor1: ranges,
  sensor2: ranges,
  sensor3: ranges,
  sensor4: ranges,
});
export type SensorAdjustment = z.infer<typeof SensorAdjustment>;

const feeding = blankAsAbsent(ChannelName);

/** Which channel feeds each sensor: the key is the sensor's own channel, the value its source channel. */
export const AskedMapping = z.strictObject({
  enabled: Flag,
  TC1: feeding,
  TC2: feeding,
  TC3: feeding,
  TC4: feeding,
});
export const SensorMapping = z.object({
  enabled: z.boolean(),
  TC1: ChannelName.nullable(),
  TC2: ChannelName.nullable(),
  TC3: ChannelName.nullable(),
  TC4: ChannelName.nullable(),
});
export type SensorMapping = z.infer<typeof SensorMapping>;

export const NO_ADJUSTMENT: SensorAdjustment = {
  enabled: false,
  sensor1: null,
  sensor2: null,
  sensor3: null,
  sensor4: null,
};
export const NO_MAPPING: SensorMapping = { enabled: false, TC1: null, TC2: null, TC3: null, TC4: null };
