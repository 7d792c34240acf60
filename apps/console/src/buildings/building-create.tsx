import { useNotify } from 'react-admin';
import { may } from '../data/access.ts';
import { useManagers } from '../devices/use-choices.ts';
import type { AddForm } from '../form/add-here.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { onlyOf } from '../form/only-of.ts';
import { useText } from '../texts/use-text.ts';
import { BuildingFields } from './building-form.tsx';
import { NEW_BUILDING, schemaFor, toSend, type BuildingValues } from './building-values.ts';

interface Props extends AddForm {
  /** Whose it is, where that is settled. */
  managerId?: string;
}

export default function BuildingCreate({ onClose, onAdded, managerId }: Props) {
  const text = useText();
  const notify = useNotify();
  const judged = { byAdmin: may('GET /getAllManagers'), ofManager: managerId };
  const only = onlyOf(useManagers())?.id ?? null;
  return (
    <FormDialog<BuildingValues>
      title={text('buildings.form.title')}
      resource="buildings"
      schema={schemaFor(judged)}
      values={{ ...NEW_BUILDING, managerId: managerId ?? only }}
      toSend={toSend(judged)}
      saveLabel={text('buildings.add')}
      onClose={onClose}
      onSaved={({ id }) => {
        if (onAdded) onAdded(String(id));
        else notify('buildings.created', { type: 'success' });
        onClose();
      }}
    >
      <BuildingFields {...judged} />
    </FormDialog>
  );
}
