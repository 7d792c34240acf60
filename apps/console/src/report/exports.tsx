import { Box } from '@mui/material';
import type { ExportOrder } from '@telemon/contracts/reporting/exports';
import { useRecordContext } from 'react-admin';
import { EXPORTS, useExports } from '../data/use-exports.ts';
import { useDeviceNames } from '../device/use-device-names.ts';
import { Aside } from '../kit/aside.tsx';
import { ActionButton } from '../kit/action-button.tsx';
import { Column, RowActions } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Panel } from '../kit/panel.tsx';
import { Failed } from '../kit/picture.tsx';
import { KnownRecords } from '../kit/record-rows.tsx';
import { useDownload } from '../kit/use-download.ts';
import { fileSize } from '../texts/numbers.ts';
import { dateTime } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { detailsOf } from './export-details.ts';
import { translateMessage } from '../texts/translate.ts';

/** The size of the file, or the reason why there is none. */
const State = ({ state, bytes, reason }: ExportOrder) => {
  const text = useText();
  if (state === 'done') return fileSize(bytes);
  return (
    <>
      {text(`report.exports.states.${state}`)}
      {reason !== null && <Aside>{translateMessage(reason)}</Aside>}
    </>
  );
};

/** The kind of rows, and which of them, so that two exports of one list can be told apart. */
const Rows = ({ rows, query }: ExportOrder) => {
  const text = useText();
  const { data: devices } = useDeviceNames();
  const { deviceName } = query;
  const device = devices?.find((one) => one.deviceName === deviceName)?.deviceAlias ?? deviceName;
  const details = [device, ...detailsOf(query, text)].filter(Boolean);
  return (
    <>
      {text(`report.exports.rows.${rows}`)}
      {details.length > 0 && <Aside isBelow>{details.join(' · ')}</Aside>}
    </>
  );
};

const Options = () => {
  const text = useText();
  const { id, state, format, orderedAt } = useRecordContext<ExportOrder>()!;
  const { isUnderWay, start } = useDownload({ route: 'GET /export/:id', parameters: { id } });
  return (
    <>
      {state === 'done' && (
        <ActionButton
          icon="download"
          label={text('report.exports.download', { time: dateTime(orderedAt) })}
          disabled={isUnderWay}
          onClick={() => void start(format)}
        />
      )}
      <DeleteButton<ExportOrder>
        label="report.exports.delete"
        what={({ rows }) =>
          text('report.exports.deleteWhat', {
            rows: text(`report.exports.rows.${rows}`),
            time: dateTime(orderedAt),
          })
        }
      />
    </>
  );
};

/** The user's exports of the last 24 hours with their files, wherever they were ordered; nothing while there are none. */
export const Exports = () => {
  const text = useText();
  const { data: exports, error, retry } = useExports({ isNeeded: true });
  if (error && !exports) {
    return (
      <Panel title={text('report.exports.title')}>
        <Failed error={error} onRetry={retry} />
      </Panel>
    );
  }
  if (!exports?.length) return null;
  return (
    <Panel title={text('report.exports.title')}>
      <Box component="p" className="quiet" sx={{ px: { xs: 2, sm: 3 }, pb: 1.5 }}>
        {text('report.exports.what')}
      </Box>
      <KnownRecords<ExportOrder> resource={EXPORTS[0]} label={text('report.exports.title')} rows={exports}>
        <Column<ExportOrder>
          label="report.exports.columns.rows"
          width="38%"
          onCard="title"
          render={(order) => <Rows {...order} />}
        />
        <Column<ExportOrder>
          label="report.exports.columns.ordered"
          width="17%"
          render={({ orderedAt }) => dateTime(orderedAt)}
        />
        <Column<ExportOrder>
          label="report.exports.columns.format"
          width="16%"
          render={({ format }) => text(`export.formats.${format}`)}
        />
        <Column<ExportOrder> label="report.exports.columns.file" render={(order) => <State {...order} />} />
        <RowActions>
          <Options />
        </RowActions>
      </KnownRecords>
    </Panel>
  );
};
