import { Box } from '@mui/material';
import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';
import { formatExactly } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';

interface Props {
  active?: boolean;
  payload?: readonly { payload?: CalibrationCurve['first'] }[];
}

const TOOLTIP = {
  display: 'grid',
  gridTemplateColumns: 'auto auto',
  gap: '2px 20px',
  p: '8px 12px',
  border: '1px solid var(--border)',
  borderRadius: 1,
  bgcolor: 'background.paper',
  boxShadow: 'var(--shadow)',
  fontSize: 13,
  '& > dd': { fontWeight: 550, textAlign: 'right' },
};

export const CurveTooltip = ({ active, payload }: Props) => {
  const text = useText();
  const row = payload?.[0]?.payload;
  if (!active || !row) return null;
  return (
    <Box component="dl" className="numbers" sx={TOOLTIP}>
      <dt className="quiet">{text('resources.sensor.table.raw')}</dt>
      <dd>{formatExactly(row.raw)}</dd>
      <dt className="quiet">{text('resources.sensor.table.value')}</dt>
      <dd>{formatExactly(row.value)}</dd>
    </Box>
  );
};
