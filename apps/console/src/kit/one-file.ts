import { type FileKind, isNamedAs } from '@telemon/contracts/devices/file-kinds';

export type FileFault = 'many' | 'otherKind' | 'tooLarge' | 'empty';

/** Why the chosen or dropped files are rejected before an upload; null for one file of the kind. */
export const faultOfFiles = (
  [file, another]: readonly Pick<File, 'name' | 'size'>[],
  kind: FileKind,
): FileFault | null => {
  if (another !== undefined) return 'many';
  if (file === undefined || !isNamedAs(kind, file.name)) return 'otherKind';
  if (file.size > kind.mostBytes) return 'tooLarge';
  return file.size === 0 ? 'empty' : null;
};
