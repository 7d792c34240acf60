import { NewFloor } from '@telemon/contracts/devices/floors';
import { lazy } from 'react';
import { useNotify } from 'react-admin';
import { useSearchParams } from 'react-router';
import { useBuildings } from '../devices/use-choices.ts';
import type { AddForm } from '../form/add-here.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { SelectInput, TextInput } from '../form/inputs.tsx';
import { onlyOf } from '../form/only-of.ts';
import { useText } from '../texts/use-text.ts';
import { PlanUpload } from './plan-upload.tsx';

const BuildingCreate = lazy(() => import('../buildings/building-create.tsx'));

const NEW_FLOOR = { floorName: '', buildingId: '', mapUrl: '' };

interface Props extends AddForm {
  /** Which building it is of, where that is settled. */
  buildingId?: string;
}

export default function FloorCreate({ onClose, onAdded, buildingId }: Props) {
  const text = useText();
  const notify = useNotify();
  const buildings = useBuildings();
  const [search] = useSearchParams();
  const first = buildingId ?? search.get('building') ?? onlyOf(buildings)?.buildingId ?? '';
  return (
    <FormDialog
      title={text('floors.add')}
      resource="floors"
      schema={NewFloor}
      values={{ ...NEW_FLOOR, buildingId: first }}
      saveLabel={text('floors.add')}
      onClose={onClose}
      onSaved={({ id }) => {
        if (onAdded) onAdded(String(id));
        else notify('floors.created', { type: 'success' });
        onClose();
      }}
    >
      <TextInput source="floorName" label={text('floors.form.floorName')} maxLength={25} autoFocus />
      <SelectInput
        source="buildingId"
        label={text('floors.form.building')}
        hint={buildings?.length === 0 ? text('floors.form.noBuildings') : undefined}
        none={text(buildings === undefined ? 'form.loading' : 'form.choose')}
        choices={(buildings ?? []).map((building) => ({
          id: building.buildingId,
          name: building.buildingName,
        }))}
        disabled={buildingId !== undefined}
        add={{ label: text('buildings.add'), form: (props) => <BuildingCreate {...props} /> }}
      />
      <PlanUpload />
    </FormDialog>
  );
}
