import { PLAN_FILE } from '@telemon/contracts/devices/file-kinds';
import { faultOfFiles, type FileFault } from '../form/one-file.ts';
import type { TextKey } from '../texts/translate.ts';
import type { Text } from '../texts/use-text.ts';

export const PLAN_MAX_MB = PLAN_FILE.mostBytes / 1_048_576;

const TEXT_OF: Record<FileFault, TextKey> = {
  none: 'floors.form.required',
  many: 'floors.form.oneImage',
  otherKind: 'floors.form.noImage',
  tooLarge: 'floors.form.tooLarge',
  empty: 'floors.form.empty',
};

/** Why what was chosen or dropped is no image of a plan; null where it may be one. */
export const faultOfPlan = (files: readonly Pick<File, 'name' | 'size'>[], text: Text): string | null => {
  const fault = faultOfFiles(files, PLAN_FILE);
  return fault && text(TEXT_OF[fault], { name: files[0]?.name, megabytes: PLAN_MAX_MB });
};
