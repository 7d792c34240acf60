import { Box } from '@mui/material';
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { SHOWN_STATES } from '@telemon/contracts/devices/device-states';
import { useText } from '../texts/use-text.ts';
import { DeviceCard } from './device-card.tsx';
import { DeviceTile } from './device-tile.tsx';
import { rowsInSight } from './rows-in-sight.ts';
import type { HomeDevice } from './use-home.ts';

const TILE_PX = 230;

/** Row heights, gaps and columns; the documents have three cards side by side. */
const GRIDS = {
  cards: {
    row: 304,
    gap: 16,
    columnsIn: () => (window.innerWidth >= 1200 ? 3 : window.innerWidth >= 700 ? 2 : 1),
    Device: DeviceCard,
  },
  wall: {
    row: 52,
    gap: 8,
    columnsIn: (width: number) => Math.max(1, Math.floor((width + 8) / (TILE_PX + 8))),
    Device: DeviceTile,
  },
};

const GRID = {
  display: 'grid',
  alignContent: 'start',
  '& > li': {
    minWidth: 0,
    overflow: 'hidden',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius)',
    bgcolor: 'var(--surface)',
  },
} as const;

/** The number of columns and the visible rows, updated by scrolling. */
const useSight = (
  grid: RefObject<HTMLElement | null>,
  shape: (typeof GRIDS)['cards' | 'wall'],
  count: number,
) => {
  const [sight, setSight] = useState({ columns: 1, rows: 0, first: 0, last: 0 });
  useLayoutEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const columns = shape.columnsIn(grid.current?.clientWidth ?? 0);
      const rows = Math.ceil(count / columns);
      const top = grid.current?.getBoundingClientRect().top ?? 0;
      const seen = rowsInSight({ top, height: window.innerHeight, row: shape.row + shape.gap, rows });
      const next = { columns, rows, ...seen };
      setSight((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    const events = ['scroll', 'resize'] as const;
    for (const event of events) window.addEventListener(event, soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      for (const event of events) window.removeEventListener(event, soon);
    };
  }, [grid, shape, count]);
  return sight;
};

/** Worst state first; within a state, the service's order. */
const worstFirst = (devices: readonly HomeDevice[]): HomeDevice[] =>
  SHOWN_STATES.toReversed().flatMap((worse) => devices.filter(({ state }) => state === worse));

/** Devices as cards or as a wall; only those near the viewport are rendered. */
export const DeviceGrid = ({ devices, as }: { devices: readonly HomeDevice[]; as: keyof typeof GRIDS }) => {
  const text = useText();
  const grid = useRef<HTMLUListElement>(null);
  const { row, gap, Device } = GRIDS[as];
  const sorted = useMemo(() => worstFirst(devices), [devices]);
  const { columns, rows, first, last } = useSight(grid, GRIDS[as], devices.length);
  return (
    <Box
      component="ul"
      ref={grid}
      sx={GRID}
      aria-label={text(`home.view.${as}`)}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridAutoRows: row,
        gap,
        height: rows * (row + gap) - gap,
        paddingTop: first * (row + gap),
      }}
    >
      {sorted.slice(first * columns, last * columns).map((device, index) => (
        <li key={device.key} aria-setsize={devices.length} aria-posinset={first * columns + index + 1}>
          <Device device={device} />
        </li>
      ))}
    </Box>
  );
};
