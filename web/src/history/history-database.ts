import { HISTORY } from './destroy-history.ts'
import type { HistoryRun } from './history-run.ts'
import { makeRoom } from './make-room.ts'
import { createKey, openRun, type SealedRun, sealRun } from './seal-run.ts'

const VERSION = 1

/** The account whose history this is, and the key that opens it. */
interface Owner {
  readonly accountId: string
  /** Changes with the key, so that a tab notices that its key is gone. */
  readonly generation: string
  readonly key: CryptoKey
}

export interface HistoryDatabase {
  readAll(): Promise<readonly HistoryRun[]>
  /** Adds or replaces a run. `full` means that starred runs leave no room for it. */
  put(run: HistoryRun): Promise<'kept' | 'full' | 'gone'>
  remove(ids: readonly string[]): Promise<void>
}

/**
 * Opens the history of an account. If the browser has another account's, that one is deleted first:
 * a browser has the history of one account at most.
 */
export async function openHistory(accountId: string): Promise<HistoryDatabase> {
  // Created first, because a transaction ends when it waits for anything but the database.
  const fresh: Owner = { accountId, generation: crypto.randomUUID(), key: await createKey() }
  const owner = await transact('readwrite', async ({ owners, runs }) => {
    const known: Owner | undefined = await result(owners.get('owner'))
    if (known?.accountId === accountId) return known
    runs.clear()
    owners.put(fresh, 'owner')
    return fresh
  })
  const isOurs = async (owners: IDBObjectStore) =>
    (await result<Owner | undefined>(owners.get('owner')))?.generation === owner.generation

  return {
    async readAll() {
      const rows = await transact('readonly', async ({ owners, runs }) =>
        (await isOurs(owners)) ? await result<SealedRun[]>(runs.getAll()) : [],
      )
      const opened = await Promise.all(rows.map(row => openRun(owner.key, row)))
      return opened
        .filter(run => run !== undefined)
        .sort((one, other) => other.startedAt - one.startedAt)
    },
    async put(run) {
      const row = await sealRun(owner.key, run)
      return transact('readwrite', async ({ owners, runs }) => {
        if (!(await isOurs(owners))) return 'gone'
        const evicted = makeRoom(await result<SealedRun[]>(runs.getAll()), row)
        if (!evicted) return 'full'
        for (const id of evicted) runs.delete(id)
        runs.put(row)
        return 'kept'
      })
    },
    remove: ids =>
      transact('readwrite', async ({ owners, runs }) => {
        if (await isOurs(owners)) for (const id of ids) runs.delete(id)
      }),
  }
}

interface Stores {
  readonly owners: IDBObjectStore
  readonly runs: IDBObjectStore
}

/** Runs one transaction on its own connection, so that no tab keeps the database from deletion. */
async function transact<Result>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(HISTORY, VERSION)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('owners')
    opening.result.createObjectStore('runs', { keyPath: 'id' })
  }
  const database = await result(opening)
  try {
    const transaction = database.transaction(['owners', 'runs'], mode, { durability: 'strict' })
    const committed = new Promise<void>((done, fail) => {
      transaction.oncomplete = () => done()
      transaction.onabort = () => fail(transaction.error)
    })
    // A failure of the work is reported by the work itself.
    committed.catch(() => {})
    const outcome = await work({
      owners: transaction.objectStore('owners'),
      runs: transaction.objectStore('runs'),
    })
    await committed
    return outcome
  } finally {
    database.close()
  }
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })
}
