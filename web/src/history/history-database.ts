import { HISTORY } from './destroy-history.ts'
import type { HistoryRun } from './history-run.ts'
import { makeRoom } from './make-room.ts'
import { createKey, openRun, type SealedRun, sealRun } from './seal-run.ts'

const VERSION = 1

/** Whose history this is: a user, in one of the accounts that they can work for. */
export interface HistoryOwner {
  readonly userId: string
  readonly accountId: string
  /** All accounts that the user can work for. */
  readonly accountIds: readonly string[]
}

/** The user and account of a history, and the key that opens it. */
interface Owner {
  readonly userId: string
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

/** A stored run, which only the key of its owner opens. */
type OwnedRun = SealedRun & Pick<Owner, 'generation'>

/**
 * Opens the history of a user in an account. Each account has its own key. Histories of other users, and of
 * accounts that the user can no longer work for, are deleted first.
 */
export async function openHistory({
  userId,
  accountId,
  accountIds,
}: HistoryOwner): Promise<HistoryDatabase> {
  const generation = crypto.randomUUID()
  // Created first, because a transaction ends when it waits for anything but the database.
  const fresh: Owner = { userId, accountId, generation, key: await createKey() }
  const owner = await transact('readwrite', async ({ owners, runs }) => {
    const all = await result<Owner[]>(owners.getAll())
    const kept = all.filter(one => one.userId === userId && accountIds.includes(one.accountId))
    if (kept.length < all.length) {
      owners.clear()
      for (const one of kept) owners.put(one, one.accountId)
      for (const run of await result<OwnedRun[]>(runs.getAll())) {
        if (!kept.some(one => one.generation === run.generation)) runs.delete(run.id)
      }
    }
    const known = kept.find(one => one.accountId === accountId)
    if (!known) owners.put(fresh, accountId)
    return known ?? fresh
  })
  const isOurs = async (owners: IDBObjectStore) =>
    (await result<Owner | undefined>(owners.get(accountId)))?.generation === owner.generation

  return {
    async readAll() {
      const rows = await transact('readonly', async ({ owners, runs }) =>
        (await isOurs(owners)) ? await result<OwnedRun[]>(runs.getAll()) : [],
      )
      const own = rows.filter(row => row.generation === owner.generation)
      const opened = await Promise.all(own.map(row => openRun(owner.key, row)))
      return opened
        .filter(run => run !== undefined)
        .sort((one, other) => other.startedAt - one.startedAt)
    },
    async put(run) {
      const row: OwnedRun = {
        ...(await sealRun(owner.key, run)),
        generation: owner.generation,
      }
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
