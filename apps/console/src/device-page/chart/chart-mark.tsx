import { Box } from '@mui/material';

const LINES = {
  current: '2px solid var(--chart-line)',
  average: '2px dashed var(--chart-average)',
  setPoint: '2px dotted var(--chart-set-point)',
};
const AREAS = {
  band: 'var(--chart-band)',
  minimum: 'var(--chart-band)',
  maximum: 'var(--chart-band)',
  rain: 'var(--chart-rain)',
  firing: 'color-mix(in srgb, var(--firing-solid) 30%, transparent)',
};

type Lines = keyof typeof LINES;

interface Props {
  series: Lines | keyof typeof AREAS;
  width: number;
  /** The height of an area's mark. */
  height: number;
}

/** A sample of how the chart draws a series. */
export const ChartMark = ({ series, width, height }: Props) => (
  <Box
    component="span"
    sx={
      series in LINES
        ? { width, borderTop: LINES[series as Lines] }
        : { width, height, bgcolor: AREAS[series as keyof typeof AREAS] }
    }
  />
);
