import { NewFloor } from '@telemon/contracts/devices/floors';
import { TextInput } from 'react-admin';
import { useSearchParams } from 'react-router';
import { ChoiceInput, useChoices, useOnlyChoice } from '../kit/choice-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { PlanInput } from './plan-input.tsx';

const BuildingCreate = lazyPart(() => import('../building/building-form.tsx'));

/** `buildingId` is set if the building is fixed. */
export default function FloorCreate({ buildingId }: { buildingId?: string }) {
  const only = useOnlyChoice('all-buildings');
  const hasNone = useChoices('all-buildings')?.length === 0;
  const [search] = useSearchParams();
  return (
    <FormDialog
      resource="floor"
      schema={NewFloor}
      values={{ floorName: '', buildingId: buildingId ?? search.get('building') ?? only ?? '', mapUrl: '' }}
      savedMessage="resources.floor.created"
    >
      <TextInput
        source="floorName"
        autoFocus
        helperText={false}
        slotProps={{ htmlInput: { maxLength: 25 } }}
      />
      <ChoiceInput
        source="buildingId"
        reference="all-buildings"
        label="resources.floor.fields.buildingId"
        optionText="buildingName"
        readOnly={buildingId !== undefined}
        helperText={hasNone && 'resources.floor.hints.noBuildings'}
        create={<BuildingCreate />}
        createLabel="resources.building.action.create"
      />
      <PlanInput />
    </FormDialog>
  );
}
