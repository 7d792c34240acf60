import { Box, Stack, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';
import { lazyAside } from '../kit/lazy-part.tsx';
import { formatExactly } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { endsOf } from './curve-ends.ts';

const CurveChart = lazyAside(() => import('./curve-chart.tsx'));

type Cells = ReturnType<typeof endsOf>['first'][number];

const Row = ({ number, raw, value }: Cells) => (
  <TableRow>
    {[number, raw, value].map((cell, index) => (
      <TableCell key={index} align="right">
        {formatExactly(cell)}
      </TableCell>
    ))}
  </TableRow>
);

/** A calibration table: size, ranges, curve, and its first and last rows. */
export const Curve = ({ table }: { table: CalibrationCurve }) => {
  const text = useText();
  const { rows, minimum, maximum } = table;
  const range = (from: number, to: number) =>
    text('resources.sensor.table.range', { from: formatExactly(from), to: formatExactly(to) });
  const facts = [
    [text('resources.sensor.table.rows'), formatExactly(rows)],
    [text('resources.sensor.table.raw'), range(table.first.raw, table.last.raw)],
    [text('resources.sensor.table.value'), range(minimum, maximum)],
  ] as const;
  const { first, last } = endsOf(table);
  return (
    <div>
      <Stack component="dl" direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: '8px 32px' }}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <Box component="dt" className="quiet" sx={{ fontSize: 12 }}>
              {name}
            </Box>
            <Box component="dd" className="numbers" sx={{ fontWeight: 550 }}>
              {fact}
            </Box>
          </div>
        ))}
      </Stack>
      <Box sx={{ height: 260, my: 1.5 }}>
        <CurveChart table={table} />
      </Box>
      <Table
        size="small"
        className="numbers"
        sx={{ '& td': { height: 28 }, '& tr > :first-of-type': { width: 80 } }}
      >
        <caption className="only-read-aloud">{text('resources.sensor.table.ends')}</caption>
        <TableHead>
          <TableRow>
            {(['row', 'raw', 'value'] as const).map((name) => (
              <TableCell key={name} align="right" scope="col">
                {text(`resources.sensor.table.${name}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {first.map((row) => (
            <Row key={row.number} {...row} />
          ))}
          {last.length > 0 && (
            <TableRow aria-hidden="true">
              <TableCell colSpan={3} align="center">
                …
              </TableCell>
            </TableRow>
          )}
          {last.map((row) => (
            <Row key={row.number} {...row} />
          ))}
        </TableBody>
      </Table>
    </div>
  );
};
