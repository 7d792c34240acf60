import { useText } from '../texts/use-text.ts';
import { batteryBands, batteryPercent, gaugeOf } from './level.ts';
import styles from './battery-icon.module.css';

/** Five bands of 20 %. */
export const BatteryIcon = ({ volts }: { volts: number }) => {
  const text = useText();
  const percent = batteryPercent(volts);
  const bands = batteryBands(percent);
  return (
    <svg
      className={styles[gaugeOf(percent)]}
      width={34}
      height={16}
      viewBox="0 0 34 16"
      role="img"
      aria-label={text('device.batteryPercent', { percent: Math.round(percent) })}
    >
      <title>{text('device.batteryPercent', { percent: Math.round(percent) })}</title>
      <rect x={0.75} y={1.75} width={29.5} height={12.5} rx={3} className={styles.case} />
      <rect x={31.5} y={5.5} width={2} height={5} rx={1} className={styles.pole} />
      {Array.from({ length: 5 }, (_, band) => (
        <rect
          key={band}
          x={3 + band * 5.2}
          y={4}
          width={4.2}
          height={8}
          rx={1}
          className={band < bands ? styles.full : styles.empty}
        />
      ))}
    </svg>
  );
};
