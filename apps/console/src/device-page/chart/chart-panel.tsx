import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Span } from '../../chart/axes.ts';
import { StateIcon } from '../../devices/state-chip.tsx';
import { Button } from '../../layout/button.tsx';
import { IconButton } from '../../layout/icon-button.tsx';
import { Icon } from '../../layout/icon.tsx';
import { Picture } from '../../list/picture.tsx';
import { useText } from '../../texts/use-text.ts';
import { ChartTable } from './chart-table.tsx';
import { DeviceChart, type SetPoint } from './device-chart.tsx';
import { pointsOf, usualSpacing, type Point } from './points.ts';
import { useDetail, type DevicePageKey } from '../use-device-page.ts';
import styles from './chart-panel.module.css';

interface Props {
  page: DevicePageKey;
  /** Undefined until they have come. */
  points: Point[] | undefined;
  axis: Span;
  setPoints: readonly SetPoint[];
  withRain: boolean;
  unit: string;
  /** The device's status is set. */
  isFiring: boolean;
  /** Another range is on its way. */
  isChanging: boolean;
  /** Why there are no points, where there are none. */
  why: ReactNode;
}

const NONE: Point[] = [];

const Legend = ({ withRain, withSetPoints }: { withRain: boolean; withSetPoints: boolean }) => {
  const text = useText();
  return (
    <ul className={styles.legend} aria-hidden="true">
      <li className={styles.current}>{text('chart.current')}</li>
      <li className={styles.band}>{text('chart.band')}</li>
      <li className={styles.average}>{text('chart.average')}</li>
      {withSetPoints && <li className={styles.setPoint}>{text('chart.setPoint')}</li>}
      {withRain && <li className={styles.rain}>{text('chart.rain')}</li>}
    </ul>
  );
};

/** The points of a part: what the first answer has of it, until its detail has come. */
const usePart = (page: DevicePageKey, points: Point[], zoom: Span | null) => {
  const detail = useDetail(page, zoom);
  const fine = useMemo(() => (detail.data ? pointsOf(detail.data.graphData) : null), [detail.data]);
  return useMemo(() => {
    if (zoom === null) return points;
    return fine ?? points.filter(({ time }) => time >= zoom[0] && time <= zoom[1]);
  }, [points, fine, zoom]);
};

export const ChartPanel = (props: Props) => {
  const { page, axis, setPoints, withRain, unit, isFiring, isChanging, why } = props;
  const points = props.points ?? NONE;
  const isEmpty = props.points?.length === 0;
  const text = useText();
  const [zoom, setZoom] = useState<Span | null>(null);
  const [asTable, setAsTable] = useState(false);
  const { deviceName, sensor, range } = page;
  useEffect(() => setZoom(null), [deviceName, sensor, range.from, range.to]);
  const shown = usePart(page, points, zoom);
  const spacing = useMemo(() => usualSpacing(shown), [shown]);
  return (
    <section
      className={`${styles.panel} ${isChanging ? styles.isChanging : ''}`}
      aria-busy={isChanging || props.points === undefined}
    >
      <header className={styles.header}>
        <h2>{text('chart.title')}</h2>
        {isFiring && (
          <span className={styles.firing} title={text('states.firing')}>
            <StateIcon state="firing" />
            <span className="only-read-aloud">{text('states.firing')}</span>
          </span>
        )}
        {!isEmpty && !asTable && <Legend withRain={withRain} withSetPoints={setPoints.length > 0} />}
        <div className={styles.tools}>
          {zoom && (
            <Button icon={<Icon name="chevronLeft" />} onClick={() => setZoom(null)}>
              {text('chart.unzoom')}
            </Button>
          )}
          {points.length > 0 && (
            <IconButton
              icon={asTable ? 'chart' : 'table'}
              label={text(asTable ? 'chart.asChart' : 'chart.asTable')}
              tip="top"
              onClick={() => setAsTable(!asTable)}
            />
          )}
        </div>
      </header>
      {props.points === undefined ? (
        <div className={styles.toCome} />
      ) : isEmpty ? (
        <div className={styles.empty}>
          <Picture icon="chart" title={text('chart.none')} what={why} />
        </div>
      ) : asTable ? (
        <ChartTable points={shown} />
      ) : (
        <DeviceChart
          points={shown}
          spacing={spacing}
          axis={zoom ?? axis}
          setPoints={setPoints}
          withRain={withRain}
          unit={unit}
          onZoom={setZoom}
        />
      )}
    </section>
  );
};
