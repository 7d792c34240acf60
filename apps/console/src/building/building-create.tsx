import { may } from '../data/access.ts';
import { useOnlyChoice } from '../kit/choice-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { BuildingInputs } from './building-inputs.tsx';
import { NEW_BUILDING, schemaFor, toSend, type BuildingValues } from './building-values.ts';

export default function BuildingCreate({ managerId }: { managerId?: string }) {
  const text = useText();
  const byAdmin = may('GET /getAllManagers');
  const only = useOnlyChoice('managers');
  return (
    <FormDialog<BuildingValues>
      title={text('resources.building.title')}
      saveLabel={text('resources.building.action.create')}
      resource="building"
      schema={schemaFor({ byAdmin })}
      values={{ ...NEW_BUILDING, managerId: managerId ?? only }}
      toSend={toSend({ byAdmin })}
      savedMessage="resources.building.created"
    >
      <BuildingInputs byAdmin={byAdmin} isManagerSettled={managerId !== undefined} />
    </FormDialog>
  );
}
