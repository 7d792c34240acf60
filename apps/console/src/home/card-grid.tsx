import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useMediaQuery } from '../layout/use-media-query.ts';
import { useText } from '../texts/use-text.ts';
import { DeviceCard } from './device-card.tsx';
import { rowsInSight } from './rows-in-sight.ts';
import type { HomeDevice } from './use-home.ts';
import styles from './card-grid.module.css';

const CARD_PX = 272;
const GAP_PX = 16;

/** The documents' three in a row, two and one on narrower windows. */
const useColumns = () => {
  const three = useMediaQuery('(min-width: 1200px)');
  const two = useMediaQuery('(min-width: 700px)');
  return three ? 3 : two ? 2 : 1;
};

/** Which rows of the grid are in sight, now and as the page is scrolled. */
const useRowsInSight = (grid: RefObject<HTMLElement | null>, rows: number) => {
  const [sight, setSight] = useState({ first: 0, last: Math.min(rows, 8) });
  useLayoutEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = grid.current?.getBoundingClientRect().top ?? 0;
      const next = rowsInSight({ top, height: window.innerHeight, row: CARD_PX + GAP_PX, rows });
      setSight((before) => (before.first === next.first && before.last === next.last ? before : next));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [grid, rows]);
  return sight;
};

/** The cards, of which only those near the window exist. */
export const CardGrid = ({ devices }: { devices: HomeDevice[] }) => {
  const text = useText();
  const grid = useRef<HTMLUListElement>(null);
  const columns = useColumns();
  const rows = Math.ceil(devices.length / columns);
  const { first, last } = useRowsInSight(grid, rows);
  const shown = devices.slice(first * columns, last * columns);
  return (
    <ul
      ref={grid}
      className={styles.grid}
      aria-label={text('home.view.cards')}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridAutoRows: CARD_PX,
        gap: GAP_PX,
        height: rows * (CARD_PX + GAP_PX) - GAP_PX,
        paddingTop: first * (CARD_PX + GAP_PX),
      }}
    >
      {shown.map((device, index) => (
        <li
          key={device.deviceName}
          aria-setsize={devices.length}
          aria-posinset={first * columns + index + 1}
          className={styles.card}
        >
          <DeviceCard device={device} />
        </li>
      ))}
    </ul>
  );
};
