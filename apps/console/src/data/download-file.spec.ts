import { afterEach, describe, expect, it } from '@jest/globals';
import { createDownloadFile, removeDownloadFiles } from './download-file.ts';

const offer = (storage: object | undefined) =>
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });

afterEach(() => void offer(undefined));

describe('a file being downloaded', () => {
  it('is kept in memory if the browser has no file storage', async () => {
    const file = await createDownloadFile('text/csv');
    for (const chunk of ['Device Id,', 'Timestamp']) await file.write(new TextEncoder().encode(chunk));
    const blob = await file.complete();
    expect([blob.type, await blob.text()]).toEqual(['text/csv', 'Device Id,Timestamp']);
  });

  it('is removed with the other files of its session', async () => {
    const removed: unknown[] = [];
    offer({
      getDirectory: async () => ({ removeEntry: async (...entry: unknown[]) => removed.push(entry) }),
    });
    await removeDownloadFiles();
    expect(removed).toEqual([['arriving', { recursive: true }]]);
  });

  it('may be missing when the files are removed', async () => {
    const notThere = async () => Promise.reject(new DOMException('not there', 'NotFoundError'));
    offer({ getDirectory: async () => ({ removeEntry: notThere }) });
    await expect(removeDownloadFiles()).resolves.toBeUndefined();
  });
});
