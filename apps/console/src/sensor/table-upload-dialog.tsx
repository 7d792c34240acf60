import { Alert, Button, Stack } from '@mui/material';
import { SHEET_FILE } from '@telemon/contracts/devices/file-kinds';
import { TABLE_MOST_ROWS } from '@telemon/contracts/devices/sensor-types';
import { useMemo } from 'react';
import { useNotify } from 'react-admin';
import { useParams } from 'react-router';
import { Refusal, statusOf } from '../data/refusal.ts';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { Dialog, FailedDialog } from '../kit/dialog.tsx';
import { FileField, FileProgress } from '../kit/file-field.tsx';
import { Icon } from '../kit/icon.tsx';
import { useListPath } from '../kit/list-path.ts';
import { WhyItFailed } from '../kit/picture.tsx';
import { useCheckedUpload } from '../kit/use-checked-upload.ts';
import { useTellFailure } from '../kit/use-tell-failure.ts';
import { useText } from '../texts/use-text.ts';
import { Curve } from './curve.tsx';
import { templateText } from './template.ts';
import { useTable } from './use-table.ts';

/** Why a file was rejected, with row and column if the service named them. */
const Refused = ({ error, fileName }: { error: unknown; fileName: string | undefined }) => {
  const text = useText();
  const isOfFile = [413, 422].includes(statusOf(error));
  const reason = isOfFile || !(error instanceof Refusal) ? (error as Error).message : null;
  return (
    <Alert severity="error" icon={<Icon name="warning" />}>
      {isOfFile && <p>{text('resources.sensor.upload.refused', { name: fileName })}</p>}
      <strong>{reason ?? <WhyItFailed error={error} />}</strong>
      {isOfFile && <p>{text('resources.sensor.upload.refusedHint')}</p>}
    </Alert>
  );
};

const Template = () => {
  const text = useText();
  const address = useMemo(() => `data:text/csv;charset=utf-8,${encodeURIComponent(templateText())}`, []);
  return (
    <a href={address} download={text('resources.sensor.upload.templateName')}>
      {text('resources.sensor.upload.template')}
    </a>
  );
};

interface Props {
  /** The sensor's id, if not in the address. */
  id?: string;
  /** Replaces returning to the list. */
  onClose?: () => void;
}

/** Uploads a sensor's table: shows the curve of a chosen file before it is saved. */
export default function TableUploadDialog(props: Props) {
  const text = useText();
  const notify = useNotify();
  const refresh = useRefreshLists();
  const { close } = useListPath();
  const params = useParams();
  const { id = params.id ?? '', onClose = close } = props;
  const { data, error, retry } = useTable(id);
  const onSaved = () => {
    notify('resources.sensor.upload.saved', { type: 'success' });
    void refresh('sensor');
    onClose();
  };
  const onFailed = useTellFailure();
  const { chosen, result, isUnderway, isSaving, choose, forget, save, ...upload } = useCheckedUpload(
    'POST /sensorType/upload/:id',
    { id },
    { onSaved, onFailed, isInSight: true },
  );
  const title = text('resources.sensor.upload.title');
  if (data === undefined)
    return error && <FailedDialog resource="sensor" onRetry={retry} {...{ title, error, onClose }} />;
  const { sensor, table: present } = data;
  return (
    <Dialog
      title={title}
      width={640}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('form.cancel')}</Button>
          <Button variant="contained" color="primary" disabled={!result || isUnderway} onClick={save}>
            {text('form.save')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 1.5 }}>
        <p className="quiet">{text('resources.sensor.upload.intro', { name: sensor.sensorName })}</p>
        <FileField
          kind={SHEET_FILE}
          hint={text('resources.sensor.upload.hint', {
            most: SHEET_FILE.mostBytes / 1_048_576,
            rows: TABLE_MOST_ROWS,
          })}
          disabled={isSaving}
          onFile={(file) => void choose(file)}
          onRefused={(reason) => forget(new Refusal(reason, 0))}
        />
        <Template />
        {chosen && (
          <FileProgress
            {...chosen}
            then={text(isSaving ? 'resources.sensor.upload.saving' : 'resources.sensor.upload.reading')}
          />
        )}
        {upload.error != null && <Refused error={upload.error} fileName={chosen?.file.name} />}
        {result && (
          <>
            <Curve table={result.table} />
            <p className="quiet">
              {text('resources.sensor.upload.fromNow')}{' '}
              {present && text('resources.sensor.upload.replaces', { file: present.fileName })}
            </p>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
