import { Box, Button } from '@mui/material';
import { MOST_COMMANDS, type Command } from '@telemon/contracts/devices/commands';
import { mayDo } from '../data/access.ts';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton, beginningOf } from '../kit/delete-button.tsx';
import { FormHere, useDialogHere } from '../kit/dialog-here.tsx';
import { Icon } from '../kit/icon.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';

const CommandCreate = lazyPart(() => import('./command-create.tsx'));

const RESOURCE = 'commands-of-device';
const TYPED = {
  py: 1,
  display: 'block',
  maxWidth: '60ch',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;

const STATE = { display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' } as const;
const LOOKS = {
  pending: { icon: 'waiting', colour: 'var(--waiting)' },
  delivered: { icon: 'check', colour: 'var(--normal)' },
  tooLarge: { icon: 'warning', colour: 'var(--warn)' },
} as const;

const State = ({ state, deliveredAt, isTooLarge }: Command) => {
  const text = useText();
  const shown = isTooLarge ? 'tooLarge' : state;
  const { icon, colour } = LOOKS[shown];
  return (
    <Box component="span" sx={STATE}>
      <Box component="span" sx={{ ...STATE, color: colour }}>
        <Icon name={icon} size={14} strokeWidth={2} />
        {text(`resources.${RESOURCE}.states.${shown}`)}
      </Box>
      {deliveredAt !== null && (
        <span className="quiet">
          <TimeAgo at={deliveredAt} />
        </span>
      )}
    </Box>
  );
};

/** The commands of a device, newest first. */
export default function CommandList({ deviceName }: { deviceName: string }) {
  const text = useText();
  const here = useDialogHere('command');
  const mayAdd = mayDo(RESOURCE, 'create');
  const add = mayAdd && (
    <Button variant="contained" color="primary" onClick={here.add}>
      {text(`resources.${RESOURCE}.action.create`)}
    </Button>
  );
  return (
    <>
      <ResourceList<Command>
        isAside
        resource={RESOURCE}
        label="device.tabs.commands"
        filter={{ deviceName }}
        actions={add}
        empty={
          <Picture
            icon="message"
            title={`resources.${RESOURCE}.empty`}
            what={`resources.${RESOURCE}.emptyWhat`}
            values={{ most: MOST_COMMANDS }}
          >
            {add}
          </Picture>
        }
      >
        <RowNumber />
        <Column<Command>
          source="command"
          onCard="title"
          isFixed
          render={({ command }) => (
            <Box component="bdi" sx={TYPED}>
              {command}
            </Box>
          )}
        />
        <Column<Command> source="state" render={(command) => <State {...command} />} />
        <Column<Command> source="createdAt" render={({ createdAt }) => <TimeAgo at={createdAt} />} />
        {mayDo(RESOURCE, 'delete') && (
          <RowActions>
            <DeleteButton<Command>
              what={({ command, state }) =>
                text(`resources.${RESOURCE}.deleteWhat.${state}`, { command: beginningOf(command) })
              }
            />
          </RowActions>
        )}
      </ResourceList>
      {mayAdd && here.isAdding && (
        <FormHere here={here}>
          <CommandCreate deviceName={deviceName} />
        </FormHere>
      )}
    </>
  );
}
