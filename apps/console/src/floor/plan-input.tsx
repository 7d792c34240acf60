import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputLabel from '@mui/material/InputLabel';
import { PLAN_FILE } from '@telemon/contracts/devices/file-kinds';
import { useId } from 'react';
import { useInput } from 'react-admin';
import { FileField, FileProgress } from '../kit/file-field.tsx';
import { Icon } from '../kit/icon.tsx';
import { useText } from '../texts/use-text.ts';
import { usePlanUpload, type UploadState } from './use-plan-upload.ts';

interface PreviewProps {
  state: Extract<UploadState, { step: 'there' }>;
  isRemoving: boolean;
  onRemove: () => void;
}

const Preview = ({ state, isRemoving, onRemove }: PreviewProps) => {
  const text = useText();
  const { mapUrl, width, height } = state.plan;
  return (
    <>
      <Box
        component="img"
        src={mapUrl}
        alt={text('resources.floor.file.preview')}
        sx={{ width: '100%', height: 220, bgcolor: 'var(--plan-paper)', objectFit: 'contain' }}
      />
      <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
        {state.file.name}{' '}
        <span className="quiet">{text('resources.floor.file.size', { width, height })}</span>
      </Box>
      <Button autoFocus startIcon={<Icon name="trash" />} disabled={isRemoving} onClick={onRemove}>
        {text('resources.floor.file.remove')}
      </Button>
    </>
  );
};

const FAULTS = {
  many: 'resources.floor.file.many',
  otherKind: 'resources.floor.file.otherKind',
  tooLarge: 'resources.floor.file.tooLarge',
  empty: 'resources.floor.file.empty',
} as const;

/** The image of a floor's plan: sent as soon as it is chosen, then shown as users will see it. */
export const PlanInput = () => {
  const text = useText();
  const id = useId();
  const { field, fieldState } = useInput({ source: 'mapUrl' });
  const { state, isRemoving, send, refuse, remove, stop } = usePlanUpload(field.onChange);
  const fault = state.step === 'none' ? (state.fault ?? fieldState.error?.message) : undefined;
  const underway = state.step === 'sending' && (
    <FileProgress file={state.file} sent={state.share} then={text('resources.floor.file.checking')}>
      <Button autoFocus onClick={stop}>
        {text('resources.floor.file.stop')}
      </Button>
    </FileProgress>
  );
  const preview = state.step === 'there' && (
    <Preview state={state} isRemoving={isRemoving} onRemove={() => void remove(state.plan)} />
  );
  return (
    <div className="wide" role="group" aria-labelledby={id}>
      <InputLabel id={id} component="span">
        {text('resources.floor.fields.mapUrl')}
      </InputLabel>
      <FileField
        kind={PLAN_FILE}
        faults={FAULTS}
        label={text('resources.floor.file.choose')}
        hint={text('resources.floor.hints.mapUrl', { most: PLAN_FILE.mostBytes / 1_048_576 })}
        fault={fault}
        autoFocus={state.step === 'none' && state.isAgain === true}
        onFile={(file) => void send(file)}
        onRefused={refuse}
      >
        {underway || preview}
      </FileField>
    </div>
  );
};
