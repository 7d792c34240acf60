import { useNotify } from 'react-admin';
import { may } from '../data/access.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { BuildingFields } from './building-form.tsx';
import { NEW_BUILDING, schemaFor, toSend, type BuildingValues } from './building-values.ts';

export default function BuildingCreate({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const judged = { byAdmin: may('GET /getAllManagers') };
  return (
    <FormDialog<BuildingValues>
      title={text('buildings.form.title')}
      resource="buildings"
      schema={schemaFor(judged)}
      values={NEW_BUILDING}
      toSend={toSend(judged)}
      saveLabel={text('buildings.add')}
      onClose={onClose}
      onSaved={() => {
        notify('buildings.created', { type: 'success' });
        onClose();
      }}
    >
      <BuildingFields {...judged} />
    </FormDialog>
  );
}
