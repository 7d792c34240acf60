import { Box, Button, List, ListItem, ListItemButton } from '@mui/material';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { mayDo } from '../data/access.ts';
import type { Answer } from '../data/ask.ts';
import { statusOf } from '../data/refusal.ts';
import { useAsk } from '../data/use-ask.ts';
import { StateChip } from '../state/state-chip.tsx';
import { PAGES } from '../data/pages.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Icon } from '../kit/icon.tsx';
import { lazyAside } from '../kit/lazy-part.tsx';
import { Failed, Picture, Unknown } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { statesOfFloors, summaryWords } from './states-within.ts';
import type { HomeAddress } from './home-address.ts';
import type { HomeDevice } from './use-home.ts';

const PlanView = lazyAside(() => import('../plan/plan-view.tsx'));

const LIST_PX = 440;
const PLAN_PX = 1_100;

/** Its query starts with the floors' key, to be refreshed with them. */
const useFloors = (buildingId: string) =>
  useAsk(
    'GET /floorByBuilding/:buildingId',
    { buildingId },
    { queryKey: ['floor', 'of-building', buildingId], select: ({ floor }) => floor },
  );

interface Props {
  buildingId: string;
  floorId: string | null;
  /** Undefined if the building is deleted or another manager's. */
  buildingName: string | undefined;
  devices: readonly HomeDevice[];
  address: Pick<HomeAddress, 'openFloor' | 'closeFloor' | 'closeBuilding'>;
}

type Floors = Answer<'GET /floorByBuilding/:buildingId'>['floor'];

const FloorList = ({ floors, devices, address }: Pick<Props, 'devices' | 'address'> & { floors: Floors }) => {
  const text = useText();
  const states = useMemo(() => statesOfFloors(devices), [devices]);
  return (
    <List disablePadding sx={{ display: 'grid', gap: 1 }}>
      {floors.map(({ floorId, floorName }) => {
        const within = states.get(floorId);
        return (
          <ListItem key={floorId} disablePadding sx={{ border: '1px solid var(--border)', borderRadius: 1 }}>
            <ListItemButton component="button" onClick={() => address.openFloor(floorId)}>
              <Box component="span" sx={{ display: 'grid', flex: 1, justifyItems: 'start', gap: 0.5 }}>
                <strong>{floorName}</strong>
                {within ? (
                  <StateChip state={within.state}>{summaryWords(within, text)}</StateChip>
                ) : (
                  <span className="quiet">{text('home.within.none')}</span>
                )}
              </Box>
              <Icon name="chevronRight" size={16} />
            </ListItemButton>
          </ListItem>
        );
      })}
    </List>
  );
};

const NoFloors = ({ buildingId }: { buildingId: string }) => {
  const text = useText();
  return (
    <Picture icon="plan" title="home.floors.none" what="home.floors.noneWhat">
      {mayDo('floor', 'create') && (
        <Button
          variant="contained"
          color="primary"
          component={Link}
          to={`${PAGES.floors.path}/create?building=${buildingId}`}
        >
          {text('resources.floor.action.create')}
        </Button>
      )}
    </Picture>
  );
};

/**
 * The floors of a building; a selected floor shows its plan with devices. Two dialogs, so that the second takes the focus: the
 * clicked button disappears with the first.
 */
export default function FloorsDialog({ buildingId, floorId, buildingName, devices, address }: Props) {
  const text = useText();
  const { data: floors, error, retry } = useFloors(buildingId);
  if (floorId !== null) {
    const floorName = floors?.find((floor) => floor.floorId === floorId)?.floorName ?? '';
    const title = buildingName
      ? text('resources.floor.plan.title', { floor: floorName, building: buildingName })
      : floorName;
    return (
      <Dialog key="plan" title={title} width={PLAN_PX} onClose={address.closeBuilding}>
        <Button variant="text" startIcon={<Icon name="chevronLeft" size={16} />} onClick={address.closeFloor}>
          {text('home.floors.title')}
        </Button>
        <Box sx={{ display: 'flex', flexDirection: 'column', height: 'min(640px, 70dvh)', mt: 1 }}>
          <PlanView floorId={floorId} />
        </Box>
      </Dialog>
    );
  }
  return (
    <Dialog key="floors" title={text('home.floors.title')} width={LIST_PX} onClose={address.closeBuilding}>
      <Box component="p" className="quiet" sx={{ mb: 1.5 }}>
        {buildingName}
      </Box>
      {statusOf(error) === 404 ? (
        <Unknown resource="building" />
      ) : floors === undefined ? (
        error && <Failed error={error} onRetry={retry} />
      ) : floors.length === 0 ? (
        <NoFloors buildingId={buildingId} />
      ) : (
        <FloorList floors={floors} devices={devices} address={address} />
      )}
    </Dialog>
  );
}
