import { Box } from '@mui/material';
import { useParams } from 'react-router';
import { Dialog } from '../kit/dialog.tsx';
import { useListPath } from '../kit/list-path.ts';
import PlanView from '../plan/plan-view.tsx';
import { useFloor } from '../plan/use-plan.ts';
import { useText } from '../texts/use-text.ts';

const WIDTH = 1_200;

/** A floor's plan with its devices, over the list. */
export default function FloorDialog() {
  const text = useText();
  const { close } = useListPath();
  const { id = '' } = useParams();
  const { floor } = useFloor(id);
  const title = floor
    ? text('resources.floor.plan.title', { floor: floor.floorName, building: floor.buildingName })
    : text('resources.floor.plan.titleToCome');
  return (
    <Dialog title={title} onClose={close} width={WIDTH}>
      <Box
        sx={{
          height: 'min(70vh, 720px)',
          border: '1px solid var(--border)',
          borderRadius: 'var(--radius)',
          overflow: 'hidden',
        }}
      >
        <PlanView floorId={id} />
      </Box>
    </Dialog>
  );
}
