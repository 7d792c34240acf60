import { SHEET_FILE } from '@telemon/contracts/devices/file-kinds';
import { TABLE_MOST_ROWS } from '@telemon/contracts/devices/sensor-types';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNotify } from 'react-admin';
import { useParams } from 'react-router';
import { statusOf } from '../data/refusal.ts';
import { FileDrop } from '../form/file-drop.tsx';
import { FileLine } from '../form/file-line.tsx';
import { NoRecord } from '../form/no-record.tsx';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { WhyItFailed } from '../list/failed.tsx';
import { useText } from '../texts/use-text.ts';
import { Curve } from './curve.tsx';
import { SensorTypeMissing } from './sensor-type-missing.tsx';
import { templateText } from './template.ts';
import { useTable } from './use-table.ts';
import { useUpload, type Fault } from './use-upload.ts';
import styles from './table-dialog.module.css';

interface Props {
  /** Of which sensor type, where the address doesn't say. */
  id?: string;
  onClose: () => void;
}

/** Uploads a sensor type's table: a file is chosen, its curve shown, and only then saved. */
export default function TableUpload({ id: given, onClose }: Props) {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const params = useParams();
  const id = given ?? params.id ?? '';
  const { data: before, error, refetch } = useTable(id);
  const { chosen, fault, isSaving, choose, refuse, save } = useUpload(id, () => {
    notify('sensorTypes.file.saved', { type: 'success' });
    void queryClient.invalidateQueries({ queryKey: ['sensor-types'] });
    onClose();
  });
  if (before === undefined) {
    return (
      <NoRecord
        title={text('sensorTypes.upload')}
        error={error}
        missing={<SensorTypeMissing />}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  const { sensor, table: present } = before;
  const isReady = chosen?.table != null && chosen.sent === null;
  return (
    <SmallDialog
      title={text('sensorTypes.upload')}
      width={640}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('form.cancel')}</Button>
          <Button tone="main" disabled={!isReady} onClick={save}>
            {text('sensorTypes.file.save')}
          </Button>
        </>
      }
    >
      <p className={styles.intro}>{text('sensorTypes.file.for', { name: sensor.sensorName })}</p>
      <FileDrop
        kind={SHEET_FILE}
        hint={text('sensorTypes.file.hint', {
          most: SHEET_FILE.mostBytes / 1_048_576,
          rows: TABLE_MOST_ROWS.toLocaleString(),
        })}
        disabled={isSaving}
        onFile={(file) => void choose(file)}
        onRefused={refuse}
      />
      <Template />
      {chosen && (
        <div className={styles.chosen}>
          <FileLine
            {...chosen}
            then={text(isSaving ? 'sensorTypes.file.saving' : 'sensorTypes.file.reading')}
          />
        </div>
      )}
      <div role="alert">{fault && <Refused fault={fault} fileName={chosen?.file.name} />}</div>
      {chosen?.table && (
        <div className={styles.preview}>
          <Curve table={chosen.table} />
          <p className={styles.notes}>
            {text('sensorTypes.file.fromNow')}
            {present && ` ${text('sensorTypes.file.replaces', { file: present.fileName })}`}
          </p>
        </div>
      )}
    </SmallDialog>
  );
}

/** Why a file was not taken, with its row and column where the service named them. */
const Refused = ({ fault, fileName }: { fault: Fault; fileName: string | undefined }) => {
  const text = useText();
  const isOfFile = [413, 422].includes(statusOf(fault.error));
  return (
    <div className={styles.refused}>
      <Icon name="warning" strokeWidth={2.2} />
      <div>
        {isOfFile && <p>{text('sensorTypes.file.refused', { name: fileName })}</p>}
        <p className={styles.reason}>
          {isOfFile || fault.error === null ? fault.reason : <WhyItFailed error={fault.error} />}
        </p>
        {isOfFile && <p className="quiet">{text('sensorTypes.file.refusedHint')}</p>}
      </div>
    </div>
  );
};

const Template = () => {
  const text = useText();
  const address = useMemo(() => `data:text/csv;charset=utf-8,${encodeURIComponent(templateText())}`, []);
  return (
    <p className={styles.template}>
      <a href={address} download={text('sensorTypes.file.templateName')}>
        {text('sensorTypes.file.template')}
      </a>
    </p>
  );
};
