import { Box } from '@mui/material';
import { AutoReportConfig } from './auto-report-config.tsx';
import { ExportReport } from './export-report.tsx';
import { Exports } from './exports.tsx';
import { PastReports } from './past-reports.tsx';

/** Report. */
export default function ReportPage() {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <ExportReport />
      <AutoReportConfig />
      <PastReports />
      <Exports />
    </Box>
  );
}
