import type { Building } from '@telemon/contracts/devices/buildings';
import { useGetOne, useNotify, type RaRecord } from 'react-admin';
import { useParams } from 'react-router';
import { may } from '../data/access.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { NoRecord } from '../form/no-record.tsx';
import { Picture } from '../list/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { BuildingFields } from './building-form.tsx';
import { schemaFor, toSend, valuesOf, type BuildingValues } from './building-values.ts';

export default function BuildingEdit({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const { id = '' } = useParams();
  const { data: before, error, refetch } = useGetOne<Building & RaRecord>('buildings', { id });
  if (before === undefined) {
    return (
      <NoRecord
        title={text('buildings.form.title')}
        error={error}
        missing={
          <Picture icon="search" title={text('buildings.unknown')} what={text('buildings.unknownWhat')} />
        }
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  const judged = { byAdmin: may('GET /getAllManagers'), before };
  return (
    <FormDialog<BuildingValues>
      title={text('buildings.form.title')}
      resource="buildings"
      schema={schemaFor(judged)}
      record={before}
      values={valuesOf(before)}
      toSend={toSend(judged)}
      onClose={onClose}
      onSaved={() => {
        notify('buildings.updated', { type: 'success' });
        onClose();
      }}
    >
      <BuildingFields {...judged} />
    </FormDialog>
  );
}
