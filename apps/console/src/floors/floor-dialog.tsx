import { useParams } from 'react-router';
import { SmallDialog } from '../layout/small-dialog.tsx';
import PlanView from '../plan/plan-view.tsx';
import { useFloor } from '../plan/use-plan.ts';
import { useText } from '../texts/use-text.ts';
import styles from './floor-dialog.module.css';

const WIDTH = 1_200;

/** A floor's plan over the list, with the devices that stand on it. */
export default function FloorDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const { id = '' } = useParams();
  const { floor } = useFloor(id);
  const title = floor
    ? text('floors.plan', { floor: floor.floorName, building: floor.buildingName })
    : text('floors.planToCome');
  return (
    <SmallDialog title={title} onClose={onClose} width={WIDTH}>
      <div className={styles.plan}>
        <PlanView floorId={id} />
      </div>
    </SmallDialog>
  );
}
