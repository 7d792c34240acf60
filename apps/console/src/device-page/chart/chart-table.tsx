import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { columnFormat } from '../../texts/numbers.ts';
import { useText } from '../../texts/use-text.ts';
import { Moment } from '../moment.tsx';
import { SERIES, thin, type Point } from './points.ts';

const MOST_ROWS = 400;

/** The chart as numbers, newest first. */
export const ChartTable = ({ points }: { points: Point[] }) => {
  const text = useText();
  const rows = thin(points, MOST_ROWS).toReversed();
  const columns = SERIES.map((series) => ({
    series,
    format: columnFormat(rows.map((row) => row[series])),
  }));
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={text('chart.label')}
      className="numbers"
      sx={{ flex: '1 1 340px', height: 340, border: '1px solid var(--border)', borderRadius: 1 }}
    >
      <Table stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{text('chart.time')}</TableCell>
            {columns.map(({ series }) => (
              <TableCell key={series} align="right">
                {text(`chart.${series}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.time}>
              <TableCell>
                <Moment at={row.time} />
              </TableCell>
              {columns.map(({ series, format }) => (
                <TableCell key={series} align="right">
                  {format(row[series])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
