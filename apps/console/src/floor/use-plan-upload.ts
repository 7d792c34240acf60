import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { addressOf } from '../data/address.ts';
import { request } from '../data/request.ts';
import { upload } from '../data/upload.ts';

export type UploadState =
  | { step: 'none'; fault: string | null; isAgain?: boolean }
  | { step: 'sending'; file: File; share: number }
  | { step: 'there'; file: File; plan: UploadedPlan };

const NONE: UploadState = { step: 'none', fault: null };
/** Another image is asked for, where there was one. */
const NONE_AGAIN: UploadState = { ...NONE, isAgain: true };

/** One image on its way to be a plan. `onChange` hears its address once it is there, and '' when it is gone again. */
export const usePlanUpload = (onChange: (mapUrl: string) => void) => {
  const notify = useNotify();
  const [state, setState] = useState<UploadState>(NONE);
  const [isRemoving, setRemoving] = useState(false);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    sending.current = controller;
    const onProgress = (share: number) => setState({ step: 'sending', file, share });
    onProgress(0);
    try {
      const plan = await upload('POST /floor/upload', {}, { file, onProgress, signal: controller.signal });
      setState({ step: 'there', file, plan });
      onChange(plan.mapUrl);
      notify('resources.floor.file.uploaded', { type: 'success' });
    } catch (error) {
      if (controller.signal.aborted) {
        setState(NONE_AGAIN);
        return;
      }
      const { message } = error as Error;
      setState({ ...NONE_AGAIN, fault: message });
      notify(message, { type: 'error' });
    }
  };

  /** Deletes the image again; the user hears the answer of the service. */
  const remove = async ({ fileName }: UploadedPlan) => {
    setRemoving(true);
    try {
      const { method, path } = addressOf('DELETE /floor/upload/:fileName', { fileName });
      const { message } = await request({ method, path });
      notify(message, { type: 'success' });
      setState(NONE_AGAIN);
      onChange('');
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setRemoving(false);
    }
  };

  return {
    state,
    isRemoving,
    send,
    refuse: (fault: string) => setState({ step: 'none', fault }),
    remove,
    stop: () => sending.current?.abort(),
  };
};
