import { Alert, Avatar, Box, Paper, Skeleton } from '@mui/material';
import type { SensorOption } from '@telemon/contracts/devices/dashboards';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { Span } from '../../chart/axes.ts';
import { Icon } from '../../kit/icon.tsx';
import { Picture, WhyItFailed } from '../../kit/picture.tsx';
import { StateIcon } from '../../state/state-chip.tsx';
import { useText } from '../../texts/use-text.ts';
import { useDeviceAddress } from '../use-device-address.ts';
import type { DevicePageKey } from '../use-device-page.ts';
import type { Part } from '../view.ts';
import { ChartTable } from './chart-table.tsx';
import { ChartTools } from './chart-tools.tsx';
import type { Curve } from './curve.ts';
import { DeviceChart } from './device-chart.tsx';
import { Legend } from './legend.tsx';
import type { Firing, SetPoint } from './marks.tsx';
import { hasSetPointInView } from './scales.ts';
import { stepOfKey, stepped } from './zoom.ts';

interface Props {
  page: DevicePageKey;
  curves: readonly Curve[];
  /** The visible part of the time axis, and the whole axis. */
  span: Span;
  whole: Span;
  sensors: readonly SensorOption[];
  setPoints: readonly SetPoint[];
  firings: readonly Firing[];
  average: number | null;
  withRain: boolean;
  /** The device's status is set. */
  isFiring: boolean;
  /** Another range is loading. */
  isChanging: boolean;
  /** The error of a part that could not be loaded. */
  error: Error | null;
  /** The reason shown if there are no points. */
  why: ReactElement;
}

const PANEL = { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 440, p: '12px 16px' };
const HEADER = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 36,
  mb: 1,
  '& h2': { fontSize: 15, fontWeight: 650 },
  '& h2 + span': { color: 'text.secondary' },
};
const FIRING = { width: 24, height: 24, bgcolor: 'var(--firing-solid)', color: 'var(--on-solid)' };
const PLOT = { display: 'grid', flex: 1, minHeight: 340 };

/** The drawn series, for the legend. */
const partsOf = ({ curves, setPoints, firings, withRain, average }: Props): Part[] => {
  const points = curves[0]!.points;
  const levels = setPoints.map(({ value }) => value);
  return [
    'current',
    ...(points.some(({ minimum }) => minimum !== null) ? (['band'] as const) : []),
    ...(average !== null ? (['average'] as const) : []),
    ...(hasSetPointInView(curves, levels) ? (['setPoint'] as const) : []),
    ...(firings.length > 0 ? (['firing'] as const) : []),
    ...(withRain ? (['rain'] as const) : []),
  ];
};

export const ChartPanel = (props: Props) => {
  const { page, curves, whole, sensors, isFiring, isChanging, error, why, ...drawn } = props;
  const text = useText();
  const { view, look } = useDeviceAddress();
  const panel = useRef<HTMLElement>(null);
  /** The part during a pan or zoom, before its detail is requested. */
  const [moving, setMoving] = useState<Span | null>(null);
  const { zoom } = page;
  useEffect(() => setMoving(null), [zoom]);
  const span = moving ?? drawn.span;
  const isEmpty = curves.every(({ points }) => points.length === 0);
  const zoomTo = (next: Span | null) => {
    if (next === null) setMoving(null);
    look({ zoom: next }, zoom !== null && next !== null);
  };
  const press = (event: KeyboardEvent) => {
    const step = stepOfKey(event);
    if (step === null || event.ctrlKey || event.metaKey || (step === 'whole' && zoom === null)) return;
    event.preventDefault();
    zoomTo(stepped(span, step, whole));
  };
  return (
    <Paper
      ref={panel}
      component="section"
      variant="outlined"
      sx={{ ...PANEL, opacity: isChanging ? 0.6 : 1 }}
      aria-busy={isChanging}
    >
      <Box component="header" sx={HEADER}>
        <h2>{text('chart.title')}</h2>
        <span>{curves.map(({ name }) => name).join(', ')}</span>
        {isFiring && (
          <Avatar component="span" sx={FIRING} title={text('states.firing')}>
            <StateIcon state="firing" />
            <span className="only-read-aloud">{text('states.firing')}</span>
          </Avatar>
        )}
        <ChartTools {...{ panel, span, whole, isEmpty }} onZoom={zoomTo} />
        {!isEmpty && !view.asTable && (
          <Legend parts={partsOf(props)} sensors={sensors} sensor={page.sensor} />
        )}
      </Box>
      {error && (
        <Alert severity="warning" icon={<Icon name="warning" />}>
          <WhyItFailed error={error} /> {text('chart.coarse')}
        </Alert>
      )}
      <Box sx={PLOT} onKeyDown={press}>
        {isEmpty && <Picture icon="chart" title="chart.none" what={why} />}
        {!isEmpty && view.asTable && <ChartTable curves={curves} />}
        {!isEmpty && !view.asTable && (
          <DeviceChart
            {...drawn}
            {...{ curves, span, whole }}
            isMoving={moving !== null}
            hidden={view.hidden}
            onMove={setMoving}
            onZoom={zoomTo}
          />
        )}
      </Box>
    </Paper>
  );
};

/** Keeps the chart's place while it loads. */
export const ChartToCome = () => (
  <Paper component="section" variant="outlined" sx={PANEL} aria-busy>
    <Box component="header" sx={HEADER}>
      <h2>{useText()('chart.title')}</h2>
    </Box>
    <Box sx={PLOT}>
      <Skeleton variant="rounded" height="100%" />
    </Box>
  </Paper>
);
