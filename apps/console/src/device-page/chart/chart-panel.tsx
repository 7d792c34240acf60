import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Span } from '../../chart/axes.ts';
import { StateIcon } from '../../state/state-chip.tsx';
import { ActionButton } from '../../kit/action-button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Picture } from '../../kit/picture.tsx';
import { useText } from '../../texts/use-text.ts';
import { useDetail, type DevicePageKey } from '../use-device-page.ts';
import { ChartTable } from './chart-table.tsx';
import { DeviceChart, type SetPoint } from './device-chart.tsx';
import { pointsOf, usualSpacing, type Point } from './points.ts';
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
const SERIES = ['current', 'band', 'average', 'setPoint', 'rain'] as const;

/** The points of a part: those of the first answer, until its detail has come. */
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
  const isDrawn = {
    current: true,
    band: true,
    average: true,
    setPoint: setPoints.length > 0,
    rain: withRain,
  };

  const chart = (
    <DeviceChart
      points={shown}
      axis={zoom ?? axis}
      onZoom={setZoom}
      {...{ spacing, setPoints, withRain, unit }}
    />
  );
  const table = asTable && <ChartTable points={shown} />;
  const empty = isEmpty && <Picture icon="chart" title={text('chart.none')} what={why} />;
  const toCome = props.points === undefined && <Skeleton variant="rounded" height="100%" />;
  return (
    <Paper
      component="section"
      variant="outlined"
      className={styles.panel}
      sx={{ opacity: isChanging ? 0.6 : 1 }}
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
        {!isEmpty && !asTable && (
          <ul className={styles.legend} aria-hidden="true">
            {SERIES.filter((series) => isDrawn[series]).map((series) => (
              <li key={series} className={styles[series]}>
                {text(`chart.${series}`)}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.tools}>
          {zoom && (
            <Button startIcon={<Icon name="chevronLeft" />} onClick={() => setZoom(null)}>
              {text('chart.unzoom')}
            </Button>
          )}
          {points.length > 0 && (
            <ActionButton
              icon={asTable ? 'chart' : 'table'}
              label={text(asTable ? 'chart.asChart' : 'chart.asTable')}
              onClick={() => setAsTable(!asTable)}
            />
          )}
        </div>
      </header>
      <div className={styles.body}>{toCome || empty || table || chart}</div>
    </Paper>
  );
};
