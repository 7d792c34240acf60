/** The folder of files on their way, of the storage that the browser keeps for this site. */
const FOLDER = 'arriving';
/** How long the browser may take to copy a file to where it is saved, ms. */
const COPIED_WITHIN_MS = 300_000;
/** Left by pages that were closed. */
const LEFT_AFTER_MS = 24 * 3_600_000;

/** A file that arrives piece by piece. */
export interface ArrivingFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The file, once all is there. */
  whole(): Promise<Blob>;
  /** Frees what it holds, once the browser has had the time to copy the whole file. */
  drop(isWhole: boolean): void;
}

/** Where the browser can't keep it on disk. */
const inMemory = (type: string): ArrivingFile => {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: async (bytes) => void pieces.push(bytes),
    whole: async () => new Blob(pieces, { type }),
    drop: () => void pieces.splice(0),
  };
};

const removeLeft = async (folder: FileSystemDirectoryHandle): Promise<void> => {
  for await (const name of folder.keys()) {
    if (Date.now() - Number.parseInt(name, 10) > LEFT_AFTER_MS) await folder.removeEntry(name);
  }
};

/** On disk, so that a large file takes no memory. */
const onDisk = async (): Promise<ArrivingFile> => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  // Another tab may remove the same one at the same moment.
  await removeLeft(folder).catch(() => undefined);
  const name = `${Date.now()}-${crypto.randomUUID()}`;
  const file = await folder.getFileHandle(name, { create: true });
  const writer = await file.createWritable();
  let isClosed = false;
  const remove = () => void folder.removeEntry(name).catch(() => undefined);
  return {
    write: (bytes) => writer.write(bytes),
    whole: async () => {
      isClosed = true;
      await writer.close();
      return file.getFile();
    },
    drop: (isWhole) => {
      if (isWhole) setTimeout(remove, COPIED_WITHIN_MS);
      else (isClosed ? Promise.resolve() : writer.abort()).catch(() => undefined).finally(remove);
    },
  };
};

/** Removes the files that an ended session left. */
export const removeArrived = async (): Promise<void> => {
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(FOLDER, { recursive: true });
  } catch {
    // There is none, or the browser keeps none on disk.
  }
};

/** A place for a file: on disk where the browser offers that, else in memory. */
export const arrivingFile = async (type: string): Promise<ArrivingFile> => {
  try {
    return await onDisk();
  } catch {
    return inMemory(type);
  }
};
