/** The benchmark's devices, their values, and the ten alerts of each. */

export interface DeviceLogin {
  readonly deviceName: string;
  readonly username: string;
  readonly password: string;
}

/** All names have the same length, so that the packets of all devices have the same layout. */
export const deviceNames = (devices: number): string[] =>
  Array.from({ length: devices }, (_, device) => `bench${String(device).padStart(5, '0')}`);

export const topicOf = (deviceName: string): string => `devices/${deviceName}/telemetry`;

export const SENSORS = 3;

/** Values are hundredths here, always of four digits: 2034 is sent as 20.34. Sensor 1 stays in 20 to 30, and so on. */
const QUIET_FROM = [2_000, 4_000, 6_000] as const;
const QUIET_RANGE = 1_000;
const HIGH = 8_500;
const LOW = 1_300;

/** A deterministic value that looks like noise. */
export const quietValue = (device: number, seq: number, sensor: number): number =>
  QUIET_FROM[sensor]! + ((seq * 7_919 + device * 104_729 + sensor * 331) % QUIET_RANGE);

export interface AlertRule {
  readonly sensorId: number;
  readonly alertType: 'Above' | 'Below';
  readonly setPoint: number;
  /** Whether it has an e-mail recipient. */
  readonly mails: boolean;
}

/** Ten per device. A high value crosses 80, not 90, and a low one 15, not 11: each fires exactly one. */
export const ALERTS: readonly AlertRule[] = [1, 2, 3].flatMap((sensorId) => [
  { sensorId, alertType: 'Above' as const, setPoint: 80, mails: sensorId === 1 },
  { sensorId, alertType: 'Above' as const, setPoint: 90, mails: false },
  { sensorId, alertType: 'Below' as const, setPoint: 15, mails: sensorId === 1 },
  ...(sensorId === 1 ? [{ sensorId, alertType: 'Below' as const, setPoint: 11, mails: false }] : []),
]);

/** The alerts that a crossing fires: one for each sensor and direction. */
export const CROSSING_KINDS = ALERTS.filter(({ setPoint }) => setPoint === 80 || setPoint === 15);

/** The value that crosses this alert and no other; the hundredths tell crossings apart. */
export const crossingValue = ({ alertType }: AlertRule, number: number): number =>
  (alertType === 'Above' ? HIGH : LOW) + (number % 100);
