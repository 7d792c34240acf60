import { Button, TextField } from '@mui/material';
import { MOST_COUNTED } from '@telemon/contracts/logs/message-logs';
import { useState } from 'react';
import { may } from '../data/access.ts';
import { ask } from '../data/ask.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Icon } from '../kit/icon.tsx';
import { useAct } from '../kit/use-act.ts';
import { useTotal } from '../kit/use-total.ts';
import { useText } from '../texts/use-text.ts';
import { LOG_ROUTES, type LogResource } from './log-routes.ts';

/** To delete more rows than this, the user types their number. */
const TYPED_ABOVE = 1_000;

const Question = ({ resource, onClose }: { resource: LogResource; onClose: () => void }) => {
  const text = useText();
  const [typed, setTyped] = useState('');
  // All rows, whatever the list shows. The number stays while the question is open.
  const total = useTotal(resource, {}, { staleTime: 0, refetchOnWindowFocus: false });
  const { mutate, isPending } = useAct({
    mutationFn: () => ask(LOG_ROUTES[resource].remove, {}),
    done: 'log.deleted',
    changes: [resource],
    onSettled: onClose,
  });
  const isTyped = total !== undefined && typed.replace(/\D/g, '') === String(total);
  const mayDelete = total !== undefined && total > 0 && (total <= TYPED_ABOVE || isTyped);
  const what = total === MOST_COUNTED ? 'log.deleteMany' : 'log.deleteWhat';
  return (
    <Dialog
      role="alertdialog"
      title={text('delete.title')}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {text('delete.no')}
          </Button>
          <Button
            variant="contained"
            color="error"
            disabled={!mayDelete || isPending}
            onClick={() => mutate()}
          >
            {text('delete.yes')}
          </Button>
        </>
      }
    >
      <p>{total === undefined ? text('form.loading') : text(what, { smart_count: total, count: total })}</p>
      {total !== undefined && total > TYPED_ABOVE && (
        <TextField
          label={text('log.typeNumber', { count: total })}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
          sx={{ mt: 2 }}
        />
      )}
    </Dialog>
  );
};

/** Deletes the rows of a log in the user's scope after 'Are You Sure ?'. */
export const DeleteAll = ({ resource }: { resource: LogResource }) => {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  if (!may(LOG_ROUTES[resource].remove)) return null;
  return (
    <>
      <Button startIcon={<Icon name="trash" />} onClick={() => setAsking(true)}>
        {text('log.deleteAll')}
      </Button>
      {isAsking && <Question resource={resource} onClose={() => setAsking(false)} />}
    </>
  );
};
