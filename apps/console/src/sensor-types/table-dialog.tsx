import { useParams } from 'react-router';
import { NoRecord } from '../form/no-record.tsx';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { Picture } from '../list/picture.tsx';
import { TimeAgo } from '../list/time-ago.tsx';
import { useOverList } from '../list/use-over-list.ts';
import { useText } from '../texts/use-text.ts';
import { Curve } from './curve.tsx';
import { SensorTypeMissing } from './sensor-type-missing.tsx';
import { useTable } from './use-table.ts';
import styles from './table-dialog.module.css';

/** The table that is in use for a sensor type. */
export default function TableDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const { open } = useOverList('sensorTypes');
  const { id = '' } = useParams();
  const { data, error, refetch } = useTable(id);
  if (data === undefined) {
    return (
      <NoRecord
        title={text('sensorTypes.mapped')}
        error={error}
        missing={<SensorTypeMissing />}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  const { sensor, table } = data;
  const name = sensor.sensorName;
  return (
    <SmallDialog
      title={text('sensorTypes.table.title', { name })}
      width={640}
      onClose={onClose}
      actions={
        <Button icon={<Icon name="upload" />} onClick={() => open(id, 'upload')}>
          {text('sensorTypes.upload')}
        </Button>
      }
    >
      {table === null ? (
        <Picture
          icon="curve"
          title={text('sensorTypes.table.none')}
          what={text('sensorTypes.table.noneWhat', { name })}
        />
      ) : (
        <>
          <p className={styles.origin}>
            {text('sensorTypes.table.origin', { file: table.fileName })} <TimeAgo at={table.uploadedAt} />
          </p>
          <Curve table={table} />
        </>
      )}
    </SmallDialog>
  );
}
