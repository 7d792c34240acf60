import { Box, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { reportColumns } from '@telemon/contracts/devices/device-reports';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import { Moment } from '../device-page/moment.tsx';
import { askedOfRange, type Range } from '../device-page/range.ts';
import { Failed } from '../kit/picture.tsx';
import { ScrollTable } from '../kit/scroll-table.tsx';
import { columnFormat } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';

/** Rows of the preview. */
const MOST_SHOWN = 10;

const SCROLLING = {
  borderTop: 1,
  borderColor: 'divider',
  '& th': {
    py: 1,
    lineHeight: '16px',
    bgcolor: 'background.paper',
    whiteSpace: 'normal',
    verticalAlign: 'bottom',
  },
  '& td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& th:not(:first-of-type), & td:not(:first-of-type)': { textAlign: 'right' },
} as const;

interface Props {
  deviceName: string;
  days: Range;
}

/**
 * The first rows of a report with its columns, and the number of its rows. They come from the sensor log, as the export itself
 * would count as one.
 */
export const ReportPreview = ({ deviceName, days }: Props) => {
  const text = useText();
  const query = useQuery({
    queryKey: ['report-preview', deviceName, days.from, days.to],
    queryFn: async ({ signal }) => {
      const asked = { deviceName, ...askedOfRange(days), limit: MOST_SHOWN, order: 'ASC' as const };
      const [{ sensorOptions }, { sensorLog, pagination }] = await Promise.all([
        ask('GET /deviceDashboard/sensorOptions/:deviceName', { deviceName }, signal),
        ask('GET /deviceDashboard/getSensorLog/:deviceName', asked, signal),
      ]);
      return { columns: reportColumns(sensorOptions), rows: sensorLog, count: pagination.totalCount };
    },
  });
  const error = useHeldError(query);
  if (error) return <Failed error={error} onRetry={() => void query.refetch()} />;
  if (!query.data)
    return <Skeleton variant="rectangular" height={160} sx={{ mx: { xs: 2, sm: 3 }, mb: 2.5 }} />;
  const { columns, rows, count } = query.data;
  const cells = columns.map(({ source }) => {
    const format = columnFormat(rows.map((row) => row[source]));
    return rows.map((row) => format(row[source]));
  });
  return (
    <>
      <Box component="p" role="status" sx={{ px: { xs: 2, sm: 3 }, pb: 2 }} className="quiet">
        {count === 0 && text('report.export.none')}
        {count > 0 && text('report.export.count', { smart_count: count })}
        {count > rows.length && ` ${text('report.export.first', { smart_count: rows.length })}`}
      </Box>
      {count > 0 && (
        <ScrollTable
          label={text('report.export.preview')}
          columns={[text('sensorLog.timestamp'), ...columns.map(({ title }) => title)]}
          rows={rows.map(({ timestamp }, place) => [
            <Moment key="time" at={timestamp} />,
            ...cells.map((column) => column[place]),
          ])}
          sx={SCROLLING}
        />
      )}
    </>
  );
};
