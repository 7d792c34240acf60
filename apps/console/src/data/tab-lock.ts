/** How long other tabs wait for a tab that was closed; longer work renews its lease. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = LEASE_MS / 4;
const RETRY_AFTER_MS = 50;

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
const acquire = async (database: IDBDatabase, name: string): Promise<boolean> => {
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
  const isAcquired = () => acquire(database, name).catch(() => true);
  const renew = () => write(database, (leases) => put(leases, name)).catch(() => {});
  const release = () => write(database, (leases) => void leases.delete(name)).catch(() => {});
  try {
    while (!(await isAcquired())) await new Promise((done) => setTimeout(done, RETRY_AFTER_MS));
    const renewal = setInterval(() => void renew(), RENEW_EVERY_MS);
    return await work().finally(() => {
      clearInterval(renewal);
      return release();
    });
  } finally {
    database.close();
  }
};

/** Runs work in one tab at a time. Browsers have no Web Locks over plain HTTP; tabs then use a lease in IndexedDB. */
export const withTabLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : underLease(name, work);
