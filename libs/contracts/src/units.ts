/** Units at the end of sensor names, such as "Air temperature °C". */
const UNITS = new Set(
  (
    '°C °F % ‰ Pa hPa kPa mbar bar psi mV mA kW MW Wh kWh MWh Hz kHz rpm mm cm km in ft gal m³ ' +
    'l/min l/h l/s m³/h m/s km/h kg mg/l mg/L µg/m³ mg/m³ ppm ppb NTU pH dB dBm lx lm min'
  ).split(' '),
);

/** A single letter is a unit only after a matching quantity: in "Motor current A", but not in "Probe A". */
const MEASURED_IN: Record<string, RegExp> = {
  A: /current/i,
  V: /volt/i,
  W: /power/i,
  K: /temperature/i,
  m: /level|depth|height|distance|length/i,
  l: /volume|level|content/i,
  L: /volume|level|content/i,
  g: /weight|mass/i,
  t: /weight|mass|load/i,
  N: /force/i,
  s: /time|duration/i,
  h: /time|duration/i,
};

interface NameAndUnit {
  name: string;
  /** '' without a unit. */
  unit: string;
}

/** Splits a sensor's name into name and unit, so that the unit can be shown beside the value. */
export const nameAndUnit = (sensorName: string): NameAndUnit => {
  const at = sensorName.lastIndexOf(' ');
  const name = sensorName.slice(0, at);
  const unit = sensorName.slice(at + 1).replace(/^[([](.+)[)\]]$/, '$1');
  const isUnit = at > 0 && (UNITS.has(unit) || MEASURED_IN[unit]?.test(name));
  return isUnit ? { name, unit } : { name: sensorName, unit: '' };
};

/** A value with its unit as plain text. */
export const withUnit = (value: string, unit: string): string => (unit === '' ? value : `${value} ${unit}`);
