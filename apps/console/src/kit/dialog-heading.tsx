import DialogTitle from '@mui/material/DialogTitle';
import { useText } from '../texts/use-text.ts';
import { ActionButton } from './action-button.tsx';

interface Props {
  /** The dialog's `aria-labelledby`. */
  id: string;
  title: string;
  /** Without it, there is no button that closes the dialog. */
  onClose?: () => void;
  isRuled?: boolean;
}

/** The bar above a dialog: its heading, by which it is named, and the button that closes it. */
export const DialogHeading = ({ id, title, onClose, isRuled = false }: Props) => {
  const text = useText();
  return (
    // Without an id of its own, MUI gives the bar the id of the name, and "Close" becomes part of it.
    <DialogTitle
      id={`${id}-bar`}
      component="div"
      sx={isRuled ? { borderBottom: '1px solid var(--border)' } : {}}
    >
      <h2 id={id}>{title}</h2>
      {onClose && <ActionButton icon="close" label={text('dialog.close')} onClick={onClose} />}
    </DialogTitle>
  );
};
