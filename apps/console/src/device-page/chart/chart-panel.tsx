import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
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
import { ChartMark } from './chart-mark.tsx';
import { ChartTable } from './chart-table.tsx';
import { DeviceChart, type SetPoint } from './device-chart.tsx';
import { pointsOf, type Point } from './points.ts';

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

const PANEL = { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 420, p: '12px 16px' };
const HEADER = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 20px',
  minHeight: 36,
  mb: 1,
  '& h2': { fontSize: 15, fontWeight: 650 },
};
const FIRING = { width: 24, height: 24, ml: -1.5, bgcolor: 'var(--firing-solid)', color: 'var(--on-solid)' };
const LEGEND = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  order: { xs: 1, sm: 0 },
  flexBasis: { xs: '100%', sm: 'auto' },
  gap: '4px 16px',
  color: 'text.secondary',
  fontSize: 12,
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 0.75 },
};

const NONE: Point[] = [];

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
  const drawn = [
    ...(['current', 'band', 'average'] as const),
    ...(setPoints.length > 0 ? (['setPoint'] as const) : []),
    ...(withRain ? (['rain'] as const) : []),
  ];

  const chart = (
    <DeviceChart points={shown} axis={zoom ?? axis} onZoom={setZoom} {...{ setPoints, withRain, unit }} />
  );
  const table = asTable && <ChartTable points={shown} />;
  const empty = isEmpty && <Picture icon="chart" title={text('chart.none')} what={why} />;
  const toCome = props.points === undefined && <Skeleton variant="rounded" height="100%" />;
  return (
    <Paper
      component="section"
      variant="outlined"
      sx={{ ...PANEL, opacity: isChanging ? 0.6 : 1 }}
      aria-busy={isChanging || props.points === undefined}
    >
      <Box component="header" sx={HEADER}>
        <h2>{text('chart.title')}</h2>
        {isFiring && (
          <Avatar component="span" sx={FIRING} title={text('states.firing')}>
            <StateIcon state="firing" />
            <span className="only-read-aloud">{text('states.firing')}</span>
          </Avatar>
        )}
        {!isEmpty && !asTable && (
          <Box component="ul" sx={LEGEND} aria-hidden="true">
            {drawn.map((series) => (
              <li key={series}>
                <ChartMark series={series} width={series === 'rain' ? 9 : 16} height={9} />
                {text(`chart.${series}`)}
              </li>
            ))}
          </Box>
        )}
        <Box sx={{ display: 'flex', gap: 0.5, minHeight: 32, ml: 'auto' }}>
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
        </Box>
      </Box>
      <Box sx={{ display: 'grid', flex: 1, minHeight: 340 }}>{toCome || empty || table || chart}</Box>
    </Paper>
  );
};
