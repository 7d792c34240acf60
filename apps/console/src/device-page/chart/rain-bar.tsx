import { RAIN_BAR_PX } from './rain.ts';

type Box = Partial<Record<'x' | 'y' | 'width' | 'height', number>>;

/** As wide as can be seen: readings that come closely would make it a hair. */
export const RainBar = ({ x = 0, y = 0, width = 0, height = 0 }: Box) => (
  <rect
    x={x + (width - RAIN_BAR_PX) / 2}
    y={y}
    width={RAIN_BAR_PX}
    height={Math.max(height, 0)}
    fill="var(--chart-rain)"
  />
);
