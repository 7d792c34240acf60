import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { addressOf } from '../data/address.ts';
import { request } from '../data/request.ts';
import { upload } from '../data/upload.ts';
import { useText } from '../texts/use-text.ts';
import { faultOfPlan } from './plan-file.ts';

export type UploadState =
  | { step: 'none'; fault: string | null; isAgain?: boolean }
  | { step: 'sending'; fileName: string; share: number }
  | { step: 'there'; fileName: string; plan: UploadedPlan };

const NONE: UploadState = { step: 'none', fault: null };
/** Another image is asked for, where there was one. */
const NONE_AGAIN: UploadState = { ...NONE, isAgain: true };

/** One image on its way to be a plan. `onChange` hears its address once it is there, and '' when it is gone again. */
export const usePlanUpload = (onChange: (mapUrl: string) => void) => {
  const text = useText();
  const notify = useNotify();
  const [state, setState] = useState<UploadState>(NONE);
  const [isRemoving, setRemoving] = useState(false);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (files: readonly File[]) => {
    const fault = faultOfPlan(files, text);
    if (fault !== null) {
      setState({ step: 'none', fault });
      return;
    }
    const file = files[0]!;
    const controller = new AbortController();
    sending.current = controller;
    const onProgress = (share: number) => setState({ step: 'sending', fileName: file.name, share });
    onProgress(0);
    try {
      const plan = await upload('POST /floor/upload', {}, { file, onProgress, signal: controller.signal });
      setState({ step: 'there', fileName: file.name, plan });
      onChange(plan.mapUrl);
      notify('floors.form.uploaded', { type: 'success' });
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

  /** Takes the image away again; what the service says of that is said to the person, be it well or not. */
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

  return { state, isRemoving, send, remove, stop: () => sending.current?.abort() };
};
