import { Box } from '@mui/material';
import { LONGEST_REPORT_DAYS } from '@telemon/contracts/devices/device-reports';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DevicePicker } from '../device/device-picker.tsx';
import { askedOfRange, faultOf, quickRange } from '../device-page/range.ts';
import { ExportButton } from '../kit/export-button.tsx';
import { Panel } from '../kit/panel.tsx';
import { isoDay } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { DayInput } from './day-input.tsx';
import { isWritten, readDay, shownDay } from './days.ts';
import { ReportPreview } from './report-preview.tsx';

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: 1.5,
  px: { xs: 2, sm: 3 },
  py: 2,
  '& > .MuiAutocomplete-root': { flex: { xs: '1 1 100%', sm: '1 1 130px' }, maxWidth: { sm: 280 } },
  '& > .MuiFormControl-root': { flex: { xs: '1 1 130px', sm: '1 1 150px' }, maxWidth: { sm: 170 } },
  '& > .export': { height: 36 },
} as const;

/** The days of the address; the last seven where it has none that a report may have. */
const daysIn = (search: URLSearchParams, now: number) => {
  const days = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  return faultOf(days, now, LONGEST_REPORT_DAYS) === null ? days : quickRange('7d', now);
};

/** A device's readings of up to seven days as a spreadsheet, with its first rows. */
export const ExportReport = () => {
  const text = useText();
  const [search, setSearch] = useSearchParams();
  const now = Date.now();
  const [typed, setTyped] = useState(() => {
    const { from, to } = daysIn(search, now);
    return { from: shownDay(from), to: shownDay(to) };
  });
  const deviceName = search.get('device');
  const days = { from: readDay(typed.from), to: readDay(typed.to) };
  const fault = faultOf(days, now, LONGEST_REPORT_DAYS);
  const noDay = Object.values(typed).find((day) => isWritten(day) && readDay(day) === '');
  const isReady = deviceName !== null && fault === null;

  const put = (changes: Record<string, string>) =>
    setSearch((before) => ({ ...Object.fromEntries(before), ...changes }), { replace: true });
  const typeDay = (end: 'from' | 'to', value: string) => {
    const next = { ...typed, [end]: value };
    setTyped(next);
    const { from, to } = { from: readDay(next.from), to: readDay(next.to) };
    if (faultOf({ from, to }, now, LONGEST_REPORT_DAYS) === null) put({ from, to });
  };

  return (
    <Panel title={text('report.export.title')}>
      <Box sx={BAR}>
        <DevicePicker isLabelled value={deviceName} onChange={(device) => put({ device })} />
        {(['from', 'to'] as const).map((end) => (
          <DayInput
            key={end}
            label={text(`filter.${end}`)}
            value={typed[end]}
            min={end === 'to' && days.from !== '' ? days.from : undefined}
            max={isoDay(now)}
            onChange={(value) => typeDay(end, value)}
          />
        ))}
        <ExportButton rows="report" query={{ deviceName, ...askedOfRange(days) }} isDisabled={!isReady} />
        {fault !== null && (
          <Box component="p" role="alert" sx={{ flexBasis: '100%', color: 'error.main' }}>
            {fault === 'unreadable' || fault === 'tooLong'
              ? text(`report.export.${noDay === undefined ? fault : 'noDay'}`, { typed: noDay })
              : text(`filter.faults.${fault}`)}
          </Box>
        )}
      </Box>
      {isReady ? (
        <ReportPreview deviceName={deviceName} days={days} />
      ) : (
        <Box component="p" sx={{ px: { xs: 2, sm: 3 }, pb: 2.5 }} className="quiet">
          {text('report.export.what')} {deviceName === null && text('report.export.choose')}
        </Box>
      )}
    </Panel>
  );
};
