import { hearTabs, tellTabs } from './destroy-history.ts'
import { type HistoryDatabase, type HistoryOwner, openHistory } from './history-database.ts'
import type { HistoryRun } from './history-run.ts'
import { isOptedOut, optOut } from './opt-out.ts'

export interface HistoryState {
  /** `unavailable` where the browser offers no storage or no encryption. */
  readonly status: 'loading' | 'on' | 'off' | 'unavailable'
  /** The latest first. */
  readonly runs: readonly HistoryRun[]
  /** True if the last run was not kept, because starred runs fill the history. */
  readonly isFull: boolean
}

/** The history of a user in an account, in this browser. */
export interface History {
  read(): HistoryState
  listen(listener: () => void): () => void
  /** Adds a run, or replaces it, keeping its star and its request. */
  keep(run: Omit<HistoryRun, 'isStarred'>): Promise<void>
  star(id: string, isStarred: boolean): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** Switches the history on or off; switching it off deletes it. */
  turn(isOn: boolean): Promise<void>
  close(): void
}

const NOTHING: HistoryState = { status: 'loading', runs: [], isFull: false }

export function createHistory(owner: HistoryOwner): History {
  let state = NOTHING
  let isClosed = false
  const listeners = new Set<() => void>()
  const set = (changed: Partial<HistoryState>) => {
    if (isClosed) return
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }

  async function load(database: HistoryDatabase | undefined): Promise<void> {
    if (isOptedOut()) set({ status: 'off', runs: [] })
    else if (database) set({ status: 'on', runs: await database.readAll() })
    else set({ status: 'unavailable', runs: [] })
  }

  const opened = openHistory(owner).catch(() => undefined)
  // Steps run one after another, so that two changes of a run never overtake each other.
  let last: Promise<void> = opened.then(load)
  const step = (work: (database: HistoryDatabase) => Promise<void>) => {
    last = last
      .then(async () => {
        const database = await opened
        if (!database || isClosed || state.status !== 'on') return
        await work(database)
        await load(database)
        tellTabs('changed')
      })
      .catch(() => set({ status: 'unavailable' }))
    return last
  }
  const reload = () => {
    last = last.then(async () => load(await opened)).catch(() => set({ status: 'unavailable' }))
    return last
  }
  const stopHearing = hearTabs('changed', () => void reload())

  return {
    read: () => state,
    listen(added) {
      listeners.add(added)
      return () => listeners.delete(added)
    },
    keep: run =>
      step(async database => {
        const known = state.runs.find(({ id }) => id === run.id)
        const request = run.request ?? known?.request
        const outcome = await database.put({
          ...run,
          request,
          isStarred: known?.isStarred ?? false,
        })
        set({ isFull: outcome === 'full' })
      }),
    star: (id, isStarred) =>
      step(async database => {
        const known = state.runs.find(run => run.id === id)
        if (known) await database.put({ ...known, isStarred })
      }),
    remove: ids => step(database => database.remove(ids)),
    async turn(isOn) {
      if (!isOn) await step(database => database.remove(state.runs.map(({ id }) => id)))
      optOut(!isOn)
      await reload()
      tellTabs('changed')
    },
    close() {
      isClosed = true
      stopHearing()
      state = NOTHING
    },
  }
}
