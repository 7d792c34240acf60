/** What file is wanted, as far as its name and its size tell. */
export interface FileKind {
  /** How its name may end: '.csv'. */
  readonly endings: readonly string[];
  readonly mostBytes: number;
}

export type FileFault = 'none' | 'many' | 'otherKind' | 'tooLarge' | 'empty';

/** Why what was chosen or dropped needs not be sent at all; null where it is one file of the kind. */
export const faultOfFiles = (
  [file, another]: readonly Pick<File, 'name' | 'size'>[],
  { endings, mostBytes }: FileKind,
): FileFault | null => {
  if (file === undefined) return 'none';
  if (another !== undefined) return 'many';
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) return 'otherKind';
  if (file.size > mostBytes) return 'tooLarge';
  return file.size === 0 ? 'empty' : null;
};
