import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { mayDo } from '../data/access.ts';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import { statusOf } from '../data/refusal.ts';
import { StateChip } from '../devices/state-chip.tsx';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { PAGES } from '../layout/pages.ts';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { Failed } from '../list/failed.tsx';
import { Picture } from '../list/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { statesOfFloors, type Summary } from './states-within.ts';
import type { HomeAddress } from './use-home-address.ts';
import type { HomeDevice } from './use-home.ts';
import styles from './floors-dialog.module.css';

const PlanView = lazy(() => import('../plan/plan-view.tsx'));

const LIST_PX = 440;
const PLAN_PX = 1_100;

/** The floors of a building, by name. */
const useFloors = (buildingId: string) => {
  const query = useQuery({
    // Begins as the floors' own, so that it is asked for anew with every change of those.
    queryKey: ['floors', 'of-building', buildingId],
    queryFn: ({ signal }) => ask('GET /floorByBuilding/:buildingId', { buildingId }, signal),
    select: ({ floor }) => floor,
  });
  return { floors: query.data, error: useHeldError(query), retry: () => void query.refetch() };
};

const FloorState = ({ states }: { states: Summary | undefined }) => {
  const text = useText();
  if (states === undefined) return <span className="quiet">{text('home.building.empty')}</span>;
  const { state, worst, count } = states;
  return (
    <StateChip state={state}>
      {text('home.floors.states', { worst, count, state: text(`states.${state}`) })}
    </StateChip>
  );
};

interface Props {
  buildingId: string;
  floorId: string | null;
  /** Unknown where the building is gone, or somebody else's. */
  buildingName: string | undefined;
  devices: readonly HomeDevice[];
  address: Pick<HomeAddress, 'openFloor' | 'closeFloor' | 'closeBuilding'>;
}

/**
 * The floors of a building; one that is chosen shows its plan with the devices on it. Each is a dialog of its own, which
 * takes the focus: what had it is gone with the other.
 */
export default function FloorsDialog({ buildingId, floorId, buildingName, devices, address }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const { floors, error, retry } = useFloors(buildingId);
  const states = useMemo(() => statesOfFloors(devices), [devices]);
  const { openFloor, closeFloor, closeBuilding } = address;
  if (floorId !== null) {
    const floorName = floors?.find((floor) => floor.floorId === floorId)?.floorName ?? '';
    const title = buildingName
      ? text('floors.plan', { floor: floorName, building: buildingName })
      : floorName;
    return (
      <SmallDialog key="plan" title={title} width={PLAN_PX} onClose={closeBuilding}>
        <Button tone="quiet" icon={<Icon name="chevronLeft" size={16} />} onClick={closeFloor}>
          {text('home.floors.title')}
        </Button>
        <div className={styles.plan}>
          <Suspense fallback={null}>
            <PlanView floorId={floorId} />
          </Suspense>
        </div>
      </SmallDialog>
    );
  }
  return (
    <SmallDialog key="floors" title={text('home.floors.title')} width={LIST_PX} onClose={closeBuilding}>
      {buildingName !== undefined && <p className={styles.building}>{buildingName}</p>}
      {statusOf(error) === 404 ? (
        <Picture icon="search" title={text('buildings.unknown')} what={text('buildings.unknownWhat')} />
      ) : floors === undefined ? (
        error && <Failed error={error} onRetry={retry} />
      ) : floors.length === 0 ? (
        <Picture icon="plan" title={text('home.floors.none')} what={text('home.floors.noneWhat')}>
          {mayDo('floors', 'create') && (
            <Button
              tone="main"
              onClick={() => void navigate(`${PAGES.floors.path}/create?building=${buildingId}`)}
            >
              {text('floors.add')}
            </Button>
          )}
        </Picture>
      ) : (
        <ul className={styles.floors}>
          {floors.map((floor) => (
            <li key={floor.floorId}>
              <button type="button" className={styles.floor} onClick={() => openFloor(floor.floorId)}>
                <span className={styles.name}>{floor.floorName}</span>
                <FloorState states={states.get(floor.floorId)} />
                <Icon name="chevronRight" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </SmallDialog>
  );
}
