import { Box, Button } from '@mui/material';
import { Link, useParams } from 'react-router';
import { Dialog, FailedDialog } from '../kit/dialog.tsx';
import { Icon } from '../kit/icon.tsx';
import { useListPath } from '../kit/list-path.ts';
import { Picture } from '../kit/picture.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { Curve } from './curve.tsx';
import { useTable } from './use-table.ts';

/** The current table of a sensor. */
export default function TableDialog() {
  const text = useText();
  const { close: onClose, pathTo } = useListPath();
  const { id = '' } = useParams();
  const { data, error, retry } = useTable(id);
  if (data === undefined) {
    const title = text('resources.sensor.table.mapped');
    return error && <FailedDialog resource="sensor" onRetry={retry} {...{ title, error, onClose }} />;
  }
  const { sensor, table } = data;
  const name = sensor.sensorName;
  return (
    <Dialog
      title={text('resources.sensor.table.title', { name })}
      width={640}
      onClose={onClose}
      actions={
        <Button component={Link} to={pathTo(id, 'upload')} startIcon={<Icon name="upload" />}>
          {text('resources.sensor.upload.title')}
        </Button>
      }
    >
      {table === null ? (
        <Picture
          icon="curve"
          title="resources.sensor.table.unmapped"
          what="resources.sensor.table.noneWhat"
          values={{ name }}
        />
      ) : (
        <>
          <Box component="p" className="quiet" sx={{ mb: 1.5 }}>
            {text('resources.sensor.table.origin', { file: table.fileName })}{' '}
            <TimeAgo at={table.uploadedAt} />
          </Box>
          <Curve table={table} />
        </>
      )}
    </Dialog>
  );
}
