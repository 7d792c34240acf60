import { useState } from 'react';
import { Button } from '../layout/button.tsx';
import { IconButton } from '../layout/icon-button.tsx';
import type { IconName } from '../layout/icon.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { useHandOn } from './use-hand-on.ts';

interface Props {
  /** What is done, by one word: buttons of the same deed hand the focus on to each other. */
  deed: string;
  icon: IconName;
  /** The button's name, such as 'Delete Alert'. */
  label: string;
  /** The thing by its name, and what goes with it. */
  what: string;
  /** Does it, and calls back once it is known whether it worked. */
  onYes: (settled: () => void) => void;
}

/** Does something that loses something, after 'Are You Sure ?'. */
export const ConfirmedDeed = ({ deed, icon, label, what, onYes }: Props) => {
  const text = useText();
  const [asking, setAsking] = useState(false);
  // Said here, as what is asked of a service is known to be under way only after a second press.
  const [doing, setDoing] = useState(false);
  const handOn = useHandOn(deed, asking);
  const close = () => setAsking(false);
  const settled = () => {
    setDoing(false);
    close();
  };
  const yes = () => {
    setDoing(true);
    onYes(settled);
  };
  return (
    <>
      <IconButton icon={icon} tone="danger" label={label} onClick={() => setAsking(true)} {...handOn} />
      {asking && (
        <SmallDialog
          role="alertdialog"
          title={text('delete.title')}
          onClose={close}
          actions={
            <>
              <Button autoFocus onClick={close}>
                {text('delete.no')}
              </Button>
              <Button tone="danger" disabled={doing} onClick={yes}>
                {text('delete.yes')}
              </Button>
            </>
          }
        >
          <p>{what}</p>
        </SmallDialog>
      )}
    </>
  );
};
