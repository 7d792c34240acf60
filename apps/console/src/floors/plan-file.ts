import { PLAN_MAX_BYTES } from '@telemon/contracts/floors';
import type { Text } from '../texts/use-text.ts';

/** The documents' kinds of image, by the ends of their names. */
export const PLAN_ENDINGS = ['.png', '.jpeg', '.jpg', '.svg'] as const;

export const PLAN_MAX_MB = PLAN_MAX_BYTES / 1_048_576;

/** Why what was chosen or dropped needs not be sent at all; null where it may be. */
export const faultOfFiles = (files: readonly Pick<File, 'name' | 'size'>[], text: Text): string | null => {
  const [file, another] = files;
  if (file === undefined) return text('floors.form.required');
  if (another !== undefined) return text('floors.form.oneImage');
  const { name, size } = file;
  if (!PLAN_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return text('floors.form.noImage', { name });
  if (size > PLAN_MAX_BYTES) return text('floors.form.tooLarge', { name, megabytes: PLAN_MAX_MB });
  if (size === 0) return text('floors.form.empty', { name });
  return null;
};
