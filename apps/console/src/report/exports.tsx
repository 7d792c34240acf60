import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import type { ExportOrder } from '@telemon/contracts/reporting/exports';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import { EXPORTS, useExports } from '../data/use-exports.ts';
import { ActionButton } from '../kit/action-button.tsx';
import { Panel } from '../kit/panel.tsx';
import { Failed } from '../kit/picture.tsx';
import { ScrollTable } from '../kit/scroll-table.tsx';
import { useDownload } from '../kit/use-download.ts';
import { fileSize } from '../texts/numbers.ts';
import { dateTime } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { Reason, TABLE } from './kept-files.tsx';

/** Its size, or why there is no file. */
const State = ({ state, bytes, reason }: ExportOrder) => {
  const text = useText();
  if (state === 'done') return fileSize(bytes);
  return (
    <>
      {text(`report.exports.states.${state}`)}
      <Reason reason={reason} />
    </>
  );
};

const Options = ({ id, state, format, orderedAt }: ExportOrder) => {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { isUnderWay, start } = useDownload({ route: 'GET /export/:id', parameters: { id } });
  const time = dateTime(orderedAt);
  const remove = async () => {
    await ask('DELETE /export/:id', { id }).catch((error: Error) => notify(error.message, { type: 'error' }));
    await queryClient.invalidateQueries({ queryKey: EXPORTS });
  };
  return (
    <>
      {state === 'done' && (
        <ActionButton
          icon="download"
          label={text('report.exports.download', { time })}
          disabled={isUnderWay}
          onClick={() => void start(format)}
        />
      )}
      <ActionButton
        icon="trash"
        label={text('report.exports.remove', { time })}
        onClick={() => void remove()}
      />
    </>
  );
};

/** The user's exports of the last 24 hours with their files, wherever they were ordered; nothing while there are none. */
export const Exports = () => {
  const text = useText();
  const query = useExports({ isNeeded: true });
  const error = useHeldError(query);
  const exports = query.data;
  if (error && !exports) {
    return (
      <Panel title={text('report.exports.title')}>
        <Failed error={error} onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  if (!exports?.length) return null;
  return (
    <Panel title={text('report.exports.title')}>
      <Box component="p" className="quiet" sx={{ px: { xs: 2, sm: 3 }, pb: 1.5 }}>
        {text('report.exports.what')}
      </Box>
      <ScrollTable
        label={text('report.exports.title')}
        columns={(['ordered', 'rows', 'format', 'file', 'options'] as const).map((name) =>
          text(`report.exports.columns.${name}`),
        )}
        rows={exports.map((order) => [
          dateTime(order.orderedAt),
          [text(`report.exports.rows.${order.rows}`), order.query.deviceName].filter(Boolean).join(' · '),
          text(`export.formats.${order.format}`),
          <State key="state" {...order} />,
          <Options key={order.id} {...order} />,
        ])}
        sx={TABLE}
      />
    </Panel>
  );
};
