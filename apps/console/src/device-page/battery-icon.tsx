import { useText } from '../texts/use-text.ts';
import { GAUGE_COLOURS, batteryBands, batteryPercent, gaugeOf } from './level.ts';

/** Five bands of 20 %. */
export const BatteryIcon = ({ volts }: { volts: number }) => {
  const text = useText();
  const percent = batteryPercent(volts);
  const name = text('device.batteryPercent', { percent: Math.round(percent) });
  const colourOf = (band: number) =>
    band < batteryBands(percent) ? GAUGE_COLOURS[gaugeOf(percent)] : 'var(--sunken)';
  return (
    <svg width={34} height={16} viewBox="0 0 34 16" role="img" aria-label={name}>
      <title>{name}</title>
      <rect
        x={0.75}
        y={1.75}
        width={29.5}
        height={12.5}
        rx={3}
        fill="none"
        stroke="var(--text-faint)"
        strokeWidth={1.5}
      />
      <rect x={31.5} y={5.5} width={2} height={5} rx={1} fill="var(--text-faint)" />
      {[0, 1, 2, 3, 4].map((band) => (
        <rect key={band} x={3 + band * 5.2} y={4} width={4.2} height={8} rx={1} fill={colourOf(band)} />
      ))}
    </svg>
  );
};
