import { Box, Button, Dialog as MuiDialog, DialogActions } from '@mui/material';
import {
  createContext,
  useContext,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react';
import { CreateBase, EditBase, useEditContext, useNotify, type RaRecord } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { SHOWN_HERE, useHeldError } from '../data/held-error.ts';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { statusOf } from '../data/refusal.ts';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { OpenerContext } from './add-here.tsx';
import { ContractForm, Save, type Judge } from './contract-form.tsx';
import { DialogHeading, FailedDialog } from './dialog.tsx';
import { FormBelow, KeepTyped, type Typed } from './keep-typed.tsx';
import { useListPath } from './list-path.ts';
import { WhyItFailed } from './picture.tsx';
import { useOnPhone } from './use-screen.ts';

/** Width in pixels. On a phone, a form up to this width stays a dialog; a wider one fills the screen. */
const SMALL = 440;

interface Props<Values extends FieldValues> extends Judge<Values> {
  /** The title; by default the text of a new record, such as 'Add Alert', which the button then has too. */
  title?: string;
  resource: string;
  /** The id of the edited record, where the address doesn't have it as `:id`. */
  id?: string;
  /** The default values, for a new record or made from the edited one. */
  values: Values | ((record: RaRecord) => Values);
  /** The notification after a save, if the page itself does not show the change. */
  savedMessage?: TextKey | ((typed: Values) => TextKey);
  /** Replaces closing the dialog after a save; `close` closes it, and passes the record to the field that opened it. */
  onSaved?: (saved: RaRecord, typed: Values, close: () => void) => void;
  saveLabel?: string;
  width?: number;
  /** Shown if the edited record does not exist or the user may not see it; by default the resource's own text. */
  missing?: ReactNode;
  children: ReactNode;
}

const FormRecord = createContext<RaRecord | undefined>(undefined);

/** The record edited by the form around an input; undefined in a form for a new one. */
export const useFormRecord = <Row extends RaRecord>() => useContext(FormRecord) as Row | undefined;

interface OpenProps<Values extends FieldValues> extends Props<Values> {
  title: string;
  saveLabel: string;
  values: Values;
  /** The record that is edited; undefined for a new one. */
  record: RaRecord | undefined;
  refused: unknown;
  typed: RefObject<Typed>;
  onClose: () => void;
}

const OpenForm = <Values extends FieldValues>(props: OpenProps<Values>) => {
  const { title, saveLabel, width = 640, record, refused, typed, onClose } = props;
  const { schema, toSend, alsoWrong, values } = props;
  const text = useText();
  const id = useId();
  const onPhone = useOnPhone();
  const isBelowTyped = useContext(FormBelow);
  const [isLeaving, setLeaving] = useState(false);

  const fillsScreen = onPhone && width > SMALL;
  const hasUnsavedText = () => typed.current.isTyped && !typed.current.isSaved;
  const leave = () => (isBelowTyped !== null && hasUnsavedText() ? setLeaving(true) : onClose());
  return (
    <MuiDialog
      open
      onClose={leave}
      aria-labelledby={id}
      fullScreen={fillsScreen}
      slotProps={{ paper: { sx: { maxWidth: fillsScreen ? 'none' : width } } }}
    >
      <DialogHeading id={id} title={title} onClose={leave} isRuled />
      <Box
        sx={{
          display: 'contents',
          '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 },
        }}
        onFocus={({ target }) => {
          if (target.matches('input, textarea, [role=combobox]')) typed.current.lastField = target;
        }}
      >
        <ContractForm<Values>
          {...{ schema, toSend, alsoWrong, values, record }}
          end={
            <>
              <DialogActions>
                <Box
                  component="p"
                  role="alert"
                  sx={{ flex: 1, color: 'error.main', overflowWrap: 'anywhere' }}
                >
                  {refused !== null && <WhyItFailed error={refused} />}
                </Box>
                <Button onClick={leave}>{text('form.cancel')}</Button>
                <Save label={saveLabel} />
              </DialogActions>
              <KeepTyped
                typed={typed}
                isLeaving={isLeaving}
                onStay={() => setLeaving(false)}
                onLeave={onClose}
              />
            </>
          }
        >
          <FormBelow value={() => hasUnsavedText() || isBelowTyped?.() === true}>
            <OpenerContext value={null}>
              <FormRecord value={record}>{props.children}</FormRecord>
            </OpenerContext>
          </FormBelow>
        </ContractForm>
      </Box>
    </MuiDialog>
  );
};

interface LoadedProps {
  failed: Omit<ComponentProps<typeof FailedDialog>, 'error' | 'onRetry'>;
  children: (record: RaRecord) => ReactNode;
}

/** The form of the edited record, or why it could not be loaded. */
const Loaded = ({ failed, children }: LoadedProps) => {
  const { record, error: present = null, isPending = false, refetch } = useEditContext();
  const error = useHeldError({ error: present, isPending, isPlaceholderData: false });
  // A form stays, with what was typed, when its record cannot be loaded anew; unless that is gone.
  if (error && (!record || statusOf(error) === 404))
    return <FailedDialog {...failed} error={error} onRetry={() => void refetch?.()} />;
  return record && children(record);
};

/**
 * A form in a dialog: over a list, with its own address, or over the form whose field opened it (`AddHere`). If a save fails, it
 * stays open with the typed text and shows the error below and at the invalid fields.
 */
export const FormDialog = <Values extends FieldValues>(props: Props<Values>) => {
  const { resource, id, values, toSend, savedMessage, onSaved, missing } = props;
  const text = useText();
  const add = text(`resources.${resource}.action.create` as TextKey);
  const { title = add, saveLabel = props.title === undefined ? add : text('form.save') } = props;
  const notify = useNotify();
  const refresh = useRefreshLists();
  const opener = useContext(OpenerContext);
  const { close: closeToList } = useListPath();
  const [refused, setRefused] = useState<unknown>(null);
  const typed = useRef<Typed>({ isTyped: false, isSaved: false, lastField: null });
  const lastSent = useRef<Values | null>(null);

  const onClose = () => (opener === null ? closeToList() : opener.onCancel());
  const onSuccess = (saved: RaRecord) => {
    typed.current.isSaved = true;
    void refresh(resource);
    // A field shows the new choice itself.
    const isOfField = opener !== null && opener.isOpenAt === undefined;
    const message = typeof savedMessage === 'function' ? savedMessage(lastSent.current!) : savedMessage;
    if (message && !isOfField) notify(message, { type: 'success' });
    const close = () => (opener === null ? onClose() : opener.onCreate(saved));
    if (onSaved) onSaved(saved, lastSent.current!, close);
    else close();
  };
  const base = {
    resource,
    mutationMode: 'pessimistic',
    redirect: false,
    mutationOptions: { onSuccess, onError: setRefused },
    transform: (data: Values, options?: { previousData?: RaRecord }) => {
      lastSent.current = data;
      setRefused(null);
      return toSend ? toSend(data, options?.previousData) : data;
    },
  } as const;
  const form = { ...props, title, saveLabel, refused, typed, onClose };

  if (typeof values !== 'function') {
    return (
      <CreateBase {...base}>
        <OpenForm<Values> {...form} values={values} record={undefined} />
      </CreateBase>
    );
  }
  return (
    <EditBase {...base} {...(id !== undefined && { id })} redirectOnError={false} queryOptions={SHOWN_HERE}>
      <Loaded failed={{ title, resource, missing, onClose }}>
        {(record) => <OpenForm<Values> {...form} values={values(record)} record={record} />}
      </Loaded>
    </EditBase>
  );
};
