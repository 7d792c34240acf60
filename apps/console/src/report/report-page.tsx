import Box from '@mui/material/Box';
import { ExportReport } from './export-report.tsx';

/** Report. */
export default function ReportPage() {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <ExportReport />
    </Box>
  );
}
