import type { Alert } from '@telemon/contracts/alerting/alerts';
import { useNotify, useRecordContext } from 'react-admin';
import type { To } from 'react-router';
import { ask } from '../data/ask.ts';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { ActionButton, ActionLink } from '../kit/action-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useText } from '../texts/use-text.ts';
import { CriteriaButton } from './rule-dialog.tsx';
import { useTestMessage } from './use-test-message.ts';

const Pause = () => {
  const text = useText();
  const notify = useNotify();
  const refresh = useRefreshLists();
  const { id, paused } = useRecordContext<Alert>()!;
  const pause = useAct({
    mutationFn: () => ask('POST /alert/:id/pause', { id, paused: !paused }),
    onSuccess: ({ alert }) =>
      notify(`resources.alert.${alert.paused ? 'nowPaused' : 'nowResumed'}`, { type: 'success' }),
    // Pausing a firing alert closes its entry.
    onSettled: () => refresh('alert', 'alertLog'),
  });
  return (
    <ActionButton
      icon={paused ? 'play' : 'pause'}
      label={text(`resources.alert.action.${paused ? 'resume' : 'pause'}`)}
      aria-disabled={pause.isPending}
      onClick={() => pause.isPending || pause.mutate()}
    />
  );
};

const Test = () => {
  const text = useText();
  const { id } = useRecordContext<Alert>()!;
  const test = useTestMessage();
  return (
    <ActionButton
      icon="send"
      label={text('resources.alert.action.test')}
      aria-disabled={test.isPending}
      onClick={() => test.isPending || test.mutate(id)}
    />
  );
};

/** The buttons of an alert's row, without those that the user may not press. @param editAt The address of the form that edits it */
export const AlertOptions = ({ editAt }: { editAt: To }) => {
  const text = useText();
  const { mayChange } = useRecordContext<Alert>()!;
  return (
    <>
      <CriteriaButton />
      {mayChange && (
        <>
          <ActionLink icon="edit" label={text('resources.alert.action.edit')} to={editAt} />
          <Pause />
          <Test />
        </>
      )}
    </>
  );
};
