/** How long other tabs wait for a tab that was closed; longer work renews its lease. */
const LEASE_MS = 10_000;
const KEPT_UP_EVERY_MS = LEASE_MS / 4;
const ASK_AGAIN_MS = 50;

const openLeases = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('telemon', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('leases');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

/** Changes leases in a transaction; IndexedDB runs one at a time across tabs. */
const write = (database: IDBDatabase, change: (leases: IDBObjectStore) => void) =>
  new Promise<void>((resolve, reject) => {
    const transaction = database.transaction('leases', 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    change(transaction.objectStore('leases'));
  });

const put = (leases: IDBObjectStore, name: string) => void leases.put(Date.now() + LEASE_MS, name);

/** Takes the lease if it is free; returns whether it did. */
const take = async (database: IDBDatabase, name: string): Promise<boolean> => {
  let isOurs = false;
  await write(database, (leases) => {
    const held = leases.get(name) as IDBRequest<number | undefined>;
    held.onsuccess = () => {
      isOurs = (held.result ?? 0) < Date.now();
      if (isOurs) put(leases, name);
    };
  });
  return isOurs;
};

const underLease = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const database = await openLeases().catch(() => null);
  // Without storage, tabs cannot take turns.
  if (database === null) return work();
  const isTaken = () => take(database, name).catch(() => true);
  const keepUp = () => write(database, (leases) => put(leases, name)).catch(() => {});
  const giveBack = () => write(database, (leases) => void leases.delete(name)).catch(() => {});
  try {
    while (!(await isTaken())) await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
    const keepingUp = setInterval(() => void keepUp(), KEPT_UP_EVERY_MS);
    return await work().finally(() => {
      clearInterval(keepingUp);
      return giveBack();
    });
  } finally {
    database.close();
  }
};

/** Runs work in one tab at a time. Browsers have no Web Locks over plain HTTP; tabs then use a lease in IndexedDB. */
export const aloneAmongTabs = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : underLease(name, work);
