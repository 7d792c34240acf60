import { Box, Button, InputLabel } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { PLAN_FILE } from '@telemon/contracts/devices/file-kinds';
import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import { useEffect, useId, useRef, useState } from 'react';
import { useInput, useNotify } from 'react-admin';
import { addressOf } from '../data/address.ts';
import { request } from '../data/request.ts';
import { upload } from '../data/upload.ts';
import { FileField, FileProgress } from '../kit/file-field.tsx';
import { Icon } from '../kit/icon.tsx';
import { translateMessage } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';

const FAULTS = {
  many: 'resources.floor.file.many',
  otherKind: 'resources.floor.file.otherKind',
  tooLarge: 'resources.floor.file.tooLarge',
  empty: 'resources.floor.file.empty',
} as const;

const deletePlan = ({ fileName }: UploadedPlan) => {
  const { method, path } = addressOf('DELETE /floor/upload/:fileName', { fileName });
  return request({ method, path });
};

/** Uploads the image of a plan. `onChange` gets its address after the upload, and '' after its removal. */
const usePlanUpload = (onChange: (mapUrl: string) => void) => {
  const notify = useNotify();
  const onError = ({ message }: Error) => notify(message, { type: 'error' });
  const [share, setShare] = useState(0);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const sent = useMutation({
    mutationFn: (file: File) => {
      const { signal } = (sending.current = new AbortController());
      setShare(0);
      return upload('POST /floor/upload', {}, { file, onProgress: setShare, signal });
    },
    onSuccess: ({ mapUrl }) => {
      onChange(mapUrl);
      notify('resources.floor.file.uploaded', { type: 'success' });
    },
    onError: (error): void => {
      if (sending.current?.signal.aborted) sent.reset();
      else onError(error);
    },
  });
  const removed = useMutation({
    mutationFn: deletePlan,
    onSuccess: ({ message }) => {
      notify(translateMessage(message), { type: 'success' });
      sent.reset();
      onChange('');
    },
    onError,
  });
  return { share, sent, removed, stop: () => sending.current?.abort() };
};

/** The image of a floor's plan: uploaded as soon as it is chosen, then shown as a preview. */
export const PlanInput = () => {
  const text = useText();
  const id = useId();
  const { field, fieldState } = useInput({ source: 'mapUrl' });
  const { share, sent, removed, stop } = usePlanUpload(field.onChange);
  const [refused, setRefused] = useState<string | null>(null);
  const [isAgain, setAgain] = useState(false);
  const { data: plan, variables: file } = sent;

  const send = (chosen: File) => {
    setRefused(null);
    setAgain(true);
    sent.mutate(chosen);
  };
  const refuse = (fault: string) => {
    setRefused(fault);
    sent.reset();
  };
  const underway = file && sent.isPending && (
    <FileProgress file={file} sent={share} then={text('resources.floor.file.checking')}>
      <Button autoFocus onClick={stop}>
        {text('resources.floor.file.stop')}
      </Button>
    </FileProgress>
  );
  const preview = file && plan && (
    <>
      <Box
        component="img"
        src={plan.mapUrl}
        alt={text('resources.floor.file.preview')}
        sx={{ width: '100%', height: 220, bgcolor: 'var(--plan-paper)', objectFit: 'contain' }}
      />
      <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
        {file.name}{' '}
        <span className="quiet">
          {text('resources.floor.file.size', { width: plan.width, height: plan.height })}
        </span>
      </Box>
      <Button
        autoFocus
        startIcon={<Icon name="trash" />}
        disabled={removed.isPending}
        onClick={() => removed.mutate(plan)}
      >
        {text('resources.floor.file.remove')}
      </Button>
    </>
  );
  const fault = refused ?? sent.error?.message ?? fieldState.error?.message;
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
        fault={underway || preview ? undefined : fault}
        autoFocus={isAgain}
        onFile={send}
        onRefused={refuse}
      >
        {underway || preview}
      </FileField>
    </div>
  );
};
