import { Box, Stack } from '@mui/material';
import { AlertType, hasRange } from '@telemon/contracts/alerting/alerts';
import { useLocation, useResolvedPath } from 'react-router';
import { useCloseTo } from '../kit/close-to.ts';
import { Dialog } from '../kit/dialog.tsx';
import { useText } from '../texts/use-text.ts';

const LINES: Record<AlertType, string> = {
  'Restrict Range': 'M2 22 14 18 24 24 36 6 44 8 52 34 62 36',
  'In Between': 'M2 4 14 6 26 18 38 22 50 20 62 23',
  Above: 'M2 30 14 26 26 28 38 14 50 8 62 12',
  Below: 'M2 10 14 14 26 12 38 26 50 34 62 30',
  Periodic: 'M2 32 12 28 22 33 32 27 42 31 52 26 62 30',
};

const DRAWING = {
  flex: 'none',
  width: 96,
  border: '1px solid var(--border)',
  borderRadius: 1,
  bgcolor: 'background.default',
  fill: 'none',
  '& > path': { vectorEffect: 'non-scaling-stroke' },
};

/** Each type drawn and described. */
export default function AlertTypesDialog() {
  const text = useText();
  const closeTo = useCloseTo();
  const { pathname } = useResolvedPath('..');
  const { search } = useLocation();
  return (
    <Dialog
      title={text('resources.alert.types.title')}
      onClose={() => closeTo({ pathname, search })}
      width={480}
    >
      <Stack component="ul" sx={{ gap: 2 }}>
        {AlertType.options.map((type) => (
          <Stack key={type} component="li" direction="row" sx={{ alignItems: 'center', gap: 2 }}>
            <Box component="svg" viewBox="0 0 64 40" aria-hidden="true" sx={DRAWING}>
              <path
                d={hasRange(type) ? 'M0 12H64M0 28H64' : 'M0 20H64'}
                stroke="var(--chart-set-point)"
                strokeDasharray="2 4"
                strokeWidth={1.5}
              />
              <path d={LINES[type]} stroke="var(--chart-line)" strokeLinejoin="round" strokeWidth={2} />
            </Box>
            <div>
              <Box component="strong" sx={{ fontWeight: 600 }}>
                {text(`enumerated.alertType.${type}`)}
              </Box>
              <p className="quiet">{text(`resources.alert.types.${type}`)}</p>
            </div>
          </Stack>
        ))}
      </Stack>
    </Dialog>
  );
}
