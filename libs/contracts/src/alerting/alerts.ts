import { z } from 'zod';
import { call } from '../call.ts';
import { SAID_OF_MISSING, isMissing } from '../errors.ts';
import { Contact, DeviceName, Email, EnabledFlag, Flag, Id, SensorId, blankAsAbsent } from '../fields.ts';
import { Host, Port, TopicName } from '../outbound.ts';
import { pageOf, pageQuery } from '../page.ts';
import { LARGEST_VALUE, ValueType } from '../readings.ts';

export const AlertType = z.enum(['Restrict Range', 'In Between', 'Periodic', 'Above', 'Below']);
export type AlertType = z.infer<typeof AlertType>;

/** The types with a lower and an upper threshold. The others have one set point. */
const RANGE_TYPES: readonly AlertType[] = ['Restrict Range', 'In Between'];

export const hasRange = (alertType: AlertType): boolean => RANGE_TYPES.includes(alertType);

/** The hours without its set point after which a Periodic alert fires. */
export const TIME_PERIODS = [1, 3, 6, 12, 24, 48, 72, 168, 336, 672] as const;

/** Only Periodic alerts have a time period. */
export const hasTimePeriod = (alertType: AlertType): boolean => alertType === 'Periodic';

/** The lower and the upper threshold of criteria, which hold them in either order. */
export const rangeOf = (values: readonly number[]): { lower: number; upper: number } => ({
  lower: Math.min(...values),
  upper: Math.max(...values),
});

/** The most urgent first: in this order notices are sent where several wait. */
export const Severity = z.enum(['critical', 'warning', 'info']);
export type Severity = z.infer<typeof Severity>;

/** The severity of an alert that says nothing of it. */
export const USUAL_SEVERITY: Severity = 'warning';

/** The longest hold time of an alert, seconds. */
export const HOLD_FOR_MAX_S = 24 * 3_600;

/** Minutes between two reminders, at least and at most. */
export const REMIND_EVERY_MIN = { least: 15, most: 24 * 60 } as const;

/** Only an alert that a value makes fire has a hold time and thresholds at which it clears. */
export const hasWayOut = (alertType: AlertType): boolean => !hasTimePeriod(alertType);

/** Whether thresholds at which an alert clears lie on the side of its criteria where its condition does not hold. */
const CLEARS_BEYOND: Record<
  Exclude<AlertType, 'Periodic'>,
  { lies: (clearAt: readonly number[], values: readonly number[]) => boolean; should: string }
> = {
  Above: {
    lies: ([clearAt], [setPoint]) => clearAt! <= setPoint!,
    should: 'Should be at most the set point',
  },
  Below: {
    lies: ([clearAt], [setPoint]) => clearAt! >= setPoint!,
    should: 'Should be at least the set point',
  },
  'Restrict Range': {
    lies: (clearAt, values) => isWithin(rangeOf(clearAt), rangeOf(values)),
    should: 'Should lie between the thresholds',
  },
  'In Between': {
    lies: (clearAt, values) => isWithin(rangeOf(values), rangeOf(clearAt)),
    should: 'Should not lie between the thresholds',
  },
};

type Range = ReturnType<typeof rangeOf>;
const isWithin = (inner: Range, outer: Range): boolean =>
  outer.lower <= inner.lower && inner.upper <= outer.upper;

/** The fault of thresholds at which an alert clears, where there is one: the place of the threshold and the words. */
const faultOfClearAt = (
  alertType: AlertType,
  values: readonly number[],
  clearAt: readonly number[],
): { place?: number; message: string } | null => {
  if (alertType === 'Periodic') return { message: `${alertType} has no clear threshold` };
  if (clearAt.length > values.length) return { place: 1, message: `${alertType} has one clear threshold` };
  if (clearAt.length < values.length) return { place: 1, message: THRESHOLD_MISSING.message };
  const { lies, should } = CLEARS_BEYOND[alertType];
  return lies(clearAt, values) ? null : { place: 0, message: should };
};

/** The set point in words, or the range from the lower to the upper threshold: '8', '2 – 8'. @param inWords How a number is written */
export const setPointInWords = (
  values: readonly number[],
  inWords: (value: number) => string = String,
): string => {
  const { lower, upper } = rangeOf(values);
  return values.length > 1 ? `${inWords(lower)} – ${inWords(upper)}` : inWords(lower);
};

/** Variables of an alert's message. Each is replaced once, and the inserted text is not expanded. */
export const MESSAGE_VARIABLES = {
  $data: 'the value; – where no reading came',
  $timestamp: 'the time of the reading, or of the deadline',
  $devid: "the device's name",
  $name: "the device's alias",
  $setpoint: 'the set point, or the two thresholds',
  $alerttype: 'the type of the alert',
  $delta: 'the distance from the set point or the nearer threshold; – where no reading came',
} as const;

/**
 * A `$` before a Latin letter begins a variable. All Latin letters and digits up to the next other sign belong to it, because '$data1'
 * would come out as another number; '$5', 'US$' and the unit in '$data°C' are plain text.
 */
const unknownVariableIn = (message: string): string | undefined =>
  message
    .match(/\$[A-Za-zÀ-ÖØ-öø-ɏ][\dA-Za-zÀ-ÖØ-öø-ɏ]*/g)
    ?.find((word) => !Object.hasOwn(MESSAGE_VARIABLES, word));

export const MESSAGE_MAX_LENGTH = 500;
const Message = z
  .string()
  .trim()
  .min(1)
  .max(MESSAGE_MAX_LENGTH)
  .refine((message) => unknownVariableIn(message) === undefined, {
    error: ({ input }) => `There is no variable ${unknownVariableIn(String(input))}`,
  });

const THRESHOLD_MISSING = {
  code: 'custom',
  message: 'This is required field',
  params: SAID_OF_MISSING,
} as const;

const NOT_A_THRESHOLD = 'This field should be valid number';

const threshold = z.preprocess(
  (value, context) => {
    if (!isMissing(value)) return value;
    context.addIssue(THRESHOLD_MISSING);
    return z.NEVER;
  },
  z.number(NOT_A_THRESHOLD).nonnegative(NOT_A_THRESHOLD).max(LARGEST_VALUE, NOT_A_THRESHOLD),
);

const Criteria = z.strictObject({
  /** The set point, or two thresholds in either order. */
  values: z.array(threshold).min(1).max(2),
  /** Hours; only a Periodic alert has them. */
  timePeriod: blankAsAbsent(z.literal(TIME_PERIODS, 'Choose one of the time periods')),
});

const PARTS_OF_TARGET = ['host', 'port', 'topic'] as const;

type PartsOfTarget = Partial<Record<'mqttEnabled' | (typeof PARTS_OF_TARGET)[number], unknown>>;

/** A part of the MQTT target is required where MQTT is enabled, and left out where it is disabled. */
const withMqtt = (part: (typeof PARTS_OF_TARGET)[number]) => [
  z.refine<PartsOfTarget>((alert) => alert.mqttEnabled !== 'enabled' || !isMissing(alert[part]), {
    path: [part],
    error: 'This field is required',
    params: SAID_OF_MISSING,
    // Also beside other faults, so that a form shows all that is missing.
    when: ({ value }) => typeof value === 'object' && value !== null,
  }),
  z.refine<PartsOfTarget>((alert) => alert.mqttEnabled !== 'disabled' || isMissing(alert[part]), {
    path: [part],
    error: 'Only where MQTT is enabled',
  }),
];

type WithPeriod = { alertType?: unknown; criteria?: { timePeriod?: unknown } | null };

const lacksPeriod = ({ criteria }: WithPeriod): boolean => isMissing(criteria?.timePeriod);

const PERIOD = ['criteria', 'timePeriod'];

/** A Periodic alert has a time period, and no other alert has one. */
const WITH_PERIOD = [
  z.refine<WithPeriod>((alert) => alert.alertType !== 'Periodic' || !lacksPeriod(alert), {
    path: PERIOD,
    error: THRESHOLD_MISSING.message,
    params: SAID_OF_MISSING,
    // Also beside other faults, so that a form shows all that is missing.
    when: ({ value }) => typeof value === 'object' && value !== null,
  }),
  z.refine<WithPeriod>((alert) => alert.alertType === 'Periodic' || lacksPeriod(alert), {
    path: PERIOD,
    error: ({ input }) => `${String((input as WithPeriod).alertType)} has no time period`,
  }),
];

export const NewAlert = z
  .strictObject({
    deviceName: DeviceName,
    sensorId: SensorId,
    valueType: ValueType,
    alertType: AlertType,
    criteria: Criteria,
    contact: blankAsAbsent(Contact),
    email: blankAsAbsent(Email),
    mqttEnabled: EnabledFlag.default('disabled'),
    host: blankAsAbsent(Host).optional(),
    port: blankAsAbsent(Port).optional(),
    topic: blankAsAbsent(TopicName).optional(),
    message: Message,
    severity: Severity.default(USUAL_SEVERITY),
    /** Seconds for which the condition has to hold before the alert fires. */
    holdFor: blankAsAbsent(z.int().min(0).max(HOLD_FOR_MAX_S)).transform((seconds) => seconds ?? 0),
    /** Where the alert clears: as many thresholds as the criteria have, in either order; null: where its condition ends. */
    clearAt: blankAsAbsent(z.array(threshold).min(1).max(2)),
    /** Whether the recipients get a message when the alert clears. */
    notifyCleared: Flag.default(false),
    /** Minutes between reminders of a firing that nobody has acknowledged; null: none. */
    remindEvery: blankAsAbsent(z.int().min(REMIND_EVERY_MIN.least).max(REMIND_EVERY_MIN.most)),
  })
  .check(...PARTS_OF_TARGET.flatMap(withMqtt), ...WITH_PERIOD)
  .superRefine(({ alertType, criteria: { values }, holdFor, clearAt }, context) => {
    if (holdFor > 0 && !hasWayOut(alertType))
      context.addIssue({ code: 'custom', path: ['holdFor'], message: `${alertType} has no hold time` });
    // Otherwise, the criteria are at fault.
    if (clearAt === null || values.length !== (hasRange(alertType) ? 2 : 1)) return;
    const fault = faultOfClearAt(alertType, values, clearAt);
    if (fault === null) return;
    const { place, message } = fault;
    const path = place === undefined ? ['clearAt'] : ['clearAt', place];
    context.addIssue({ ...THRESHOLD_MISSING, path, message });
  })
  .superRefine(({ alertType, criteria: { values } }, context) => {
    const path = ['criteria', 'values', 1];
    if (hasRange(alertType)) {
      if (values.length < 2) context.addIssue({ ...THRESHOLD_MISSING, path });
    } else if (values.length > 1) {
      context.addIssue({ code: 'custom', path, message: `${alertType} has one set point` });
    }
  });
export type NewAlert = z.infer<typeof NewAlert>;

/** The rule. `sensorName` is the sensor's present name. */
export const Alert = z.object({
  id: Id,
  deviceName: z.string(),
  sensorId: z.int(),
  sensorName: z.string(),
  valueType: ValueType,
  alertType: AlertType,
  criteria: z.object({ values: z.array(z.number()), timePeriod: z.number().nullable() }),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  mqttEnabled: z.enum(['enabled', 'disabled']),
  host: z.string().nullable(),
  port: z.number().nullable(),
  topic: z.string().nullable(),
  message: z.string(),
  severity: Severity,
  holdFor: z.int(),
  clearAt: z.array(z.number()).nullable(),
  notifyCleared: z.boolean(),
  remindEvery: z.int().nullable(),
  /** True from its firing until it clears. */
  firing: z.boolean(),
  /** True while it is compared with nothing, until a user resumes it. */
  paused: z.boolean(),
  /** Whether the user who asks may edit, pause, try and delete it. */
  mayChange: z.boolean(),
  /** The alert's entry in the alert log while it fires: the value at which it began, null at a deadline, and the time. */
  openEntry: z.object({ id: Id, value: z.number().nullable(), triggeredAt: z.string() }).nullable(),
  /** Until then it sends no notices; null: it is not snoozed. */
  snoozedUntil: z.string().nullable(),
  /** The name of the user or the address of the recipient who snoozed it; null: it is not snoozed. */
  snoozedBy: z.string().nullable(),
  createdAt: z.string(),
});
export type Alert = z.infer<typeof Alert>;

const alertsQuery = pageQuery([
  'id',
  'deviceName',
  'contact',
  'email',
  'sensorId',
  'sensorName',
  'valueType',
  'alertType',
  'host',
  'port',
  'topic',
  'message',
  'severity',
  'createdAt',
  'firing',
]).extend({ severity: Severity.optional() });

export const alerts = {
  create: call('alerting.alerts.create', NewAlert, Alert),
  list: call('alerting.alerts.list', alertsQuery, pageOf('alerts', Alert)),
  ofDevice: call(
    'alerting.alerts.of-device',
    alertsQuery.extend({ deviceName: z.string().max(64) }),
    pageOf('alerts', Alert),
  ),
  remove: call('alerting.alerts.remove', z.strictObject({ id: Id }), z.null()),
};
