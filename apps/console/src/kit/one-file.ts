import { type FileKind, isNamedAs } from '@telemon/contracts/devices/file-kinds';

export type FileFault = 'many' | 'otherKind' | 'tooLarge' | 'empty';

/** Why what was chosen or dropped needs not be sent at all; null where it is one file of the kind. */
export const faultOfFiles = (
  [file, another]: readonly Pick<File, 'name' | 'size'>[],
  kind: FileKind,
): FileFault | null => {
  if (another !== undefined) return 'many';
  if (file === undefined || !isNamedAs(kind, file.name)) return 'otherKind';
  if (file.size > kind.mostBytes) return 'tooLarge';
  return file.size === 0 ? 'empty' : null;
};
