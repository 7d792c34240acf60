import { NewFloor } from '@telemon/contracts/floors';
import { useNotify } from 'react-admin';
import { useBuildings } from '../devices/use-choices.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { SelectInput, TextInput } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';
import { PlanUpload } from './plan-upload.tsx';

const NEW_FLOOR = { floorName: '', buildingId: '', mapUrl: '' };

export default function FloorCreate({ onClose }: { onClose: () => void }) {
  const text = useText();
  const notify = useNotify();
  const buildings = useBuildings();
  return (
    <FormDialog
      title={text('floors.add')}
      resource="floors"
      schema={NewFloor}
      values={NEW_FLOOR}
      saveLabel={text('floors.add')}
      onClose={onClose}
      onSaved={() => {
        notify('floors.created', { type: 'success' });
        onClose();
      }}
    >
      <TextInput source="floorName" label={text('floors.form.floorName')} maxLength={25} autoFocus />
      <SelectInput
        source="buildingId"
        label={text('floors.form.building')}
        hint={buildings?.length === 0 ? text('floors.form.noBuildings') : undefined}
        none={text(buildings === undefined ? 'form.loading' : 'form.choose')}
        choices={(buildings ?? []).map(({ buildingId, buildingName }) => ({
          id: buildingId,
          name: buildingName,
        }))}
      />
      <PlanUpload />
    </FormDialog>
  );
}
