import { DAY_MS } from '@telemon/contracts/durations';

/** The folder of unfinished downloads in the browser's private file system of this site. */
const FOLDER = 'arriving';
/** How long the browser may take to copy a downloaded file to its final place, ms. */
const COPIED_WITHIN_MS = 300_000;
/** Older files are remains of closed pages. */
const STALE_AFTER_MS = DAY_MS;

/** A file that is received in chunks. */
interface DownloadFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The complete file. */
  complete(): Promise<Blob>;
  /** Deletes the file; a complete one only after the browser has had time to copy it. */
  drop(isComplete: boolean): void;
}

/** For browsers without file storage. */
const inMemory = (type: string): DownloadFile => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: async (bytes) => void chunks.push(bytes),
    complete: async () => new Blob(chunks, { type }),
    drop: () => void chunks.splice(0),
  };
};

const removeOldFiles = async (folder: FileSystemDirectoryHandle): Promise<void> => {
  for await (const name of folder.keys()) {
    if (Date.now() - Number.parseInt(name, 10) > STALE_AFTER_MS) await folder.removeEntry(name);
  }
};

/** On disk, to keep a large file out of memory. */
const onDisk = async (): Promise<DownloadFile> => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  // Another tab may be removing the same file.
  await removeOldFiles(folder).catch(() => undefined);
  const name = `${Date.now()}-${crypto.randomUUID()}`;
  const file = await folder.getFileHandle(name, { create: true });
  const writer = await file.createWritable();
  let isClosed = false;
  const remove = () => void folder.removeEntry(name).catch(() => undefined);
  return {
    write: (bytes) => writer.write(bytes),
    complete: async () => {
      isClosed = true;
      await writer.close();
      return file.getFile();
    },
    drop: (isComplete) => {
      if (isComplete) setTimeout(remove, COPIED_WITHIN_MS);
      else (isClosed ? Promise.resolve() : writer.abort()).catch(() => undefined).finally(remove);
    },
  };
};

/** Removes the files of an ended session. */
export const removeDownloadFiles = async (): Promise<void> => {
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(FOLDER, { recursive: true });
  } catch {
    // The folder is missing, or the browser has no file storage.
  }
};

/** Creates an empty file: on disk if the browser supports it, else in memory. */
export const createDownloadFile = async (type: string): Promise<DownloadFile> => {
  try {
    return await onDisk();
  } catch {
    return inMemory(type);
  }
};
