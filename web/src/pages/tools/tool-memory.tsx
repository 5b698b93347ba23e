import type { SessionResponse } from '@footnote/contract/site/responses'
import { byTool, type Tool } from '@footnote/contract/tools'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { History, HistoryState } from '../../history/history.ts'
import type { HistoryRun } from '../../history/history-run.ts'
import { onForget } from '../../shell/forget-memory.ts'
import type { ToolDraft } from './form/tool-draft.ts'
import { createToolRun, type Run, type ToolRun } from './run/tool-run.ts'

/** State shared by the tool pages until the account signs out. */
interface ToolMemory {
  readonly runs: Readonly<Record<Tool, ToolRun>>
  readonly drafts: Map<Tool, ToolDraft>
  /** Questions by task ID, for readers who switched the history off. */
  readonly questions: Map<string, string>
  forget(): void
}

const Memory = createContext<ToolMemory | undefined>(undefined)

const HistoryContext = createContext<History | undefined>(undefined)

/**
 * Questions and results live only here and in the encrypted history, never in a URL or the
 * browser's own history. Visiting another page loses nothing; signing out forgets everything.
 */
export function ToolMemoryProvider({
  account,
  children,
}: {
  /** The account the memory belongs to, once known; null for visitors. */
  account: SessionResponse['account'] | undefined
  children: ReactNode
}) {
  const accountId = account?.account_id
  const [held, hold] = useState(() => ({ accountId, memory: createMemory() }))
  const { memory } = held
  if (accountId !== held.accountId)
    hold({ accountId, memory: held.accountId === undefined ? memory : createMemory() })
  useEffect(() => {
    const stop = onForget(memory.forget)
    return () => {
      stop()
      memory.forget()
    }
  }, [memory])
  const history = useKeptHistory(account ?? undefined, memory)
  return (
    <Memory value={memory}>
      <HistoryContext value={history}>{children}</HistoryContext>
    </Memory>
  )
}

/** Loads the history for members only, so that public pages stay small. */
function useKeptHistory(
  account: NonNullable<SessionResponse['account']> | undefined,
  { runs }: ToolMemory,
): History | undefined {
  const [history, setHistory] = useState<History>()
  useEffect(() => {
    if (account === undefined) return undefined
    const { user_id: userId, account_id: accountId, accounts } = account
    const owner = { userId, accountId, accountIds: accounts.map(one => one.account_id) }
    let isStopped = false
    let stop = () => {}
    void import('./history/start-history.ts').then(({ startHistory }) => {
      if (isStopped) return
      const started = startHistory(owner, runs)
      stop = started.stop
      setHistory(started.history)
    })
    return () => {
      isStopped = true
      stop()
      setHistory(undefined)
    }
  }, [account, runs])
  return history
}

const LOADING: HistoryState = { status: 'loading', runs: [], isFull: false }
const nothing = () => () => {}

/** The runs in the history of this browser, and the functions that change it. */
export function useHistory(): HistoryState & { readonly history: History | undefined } {
  const history = useContext(HistoryContext)
  const state = useSyncExternalStore(history?.listen ?? nothing, history?.read ?? (() => LOADING))
  return { ...state, history }
}

/** A run of the history by its ID. */
export function useKeptRun(id: string): HistoryRun | undefined {
  return useHistory().runs.find(run => run.id === id)
}

export function useToolMemory(): ToolMemory {
  const memory = useContext(Memory)
  if (!memory) throw new Error('useToolMemory needs a ToolMemoryProvider')
  return memory
}

/** The current call of a tool. */
export function useRun(tool: Tool): Run | undefined {
  const { listen, read } = useToolMemory().runs[tool]
  return useSyncExternalStore(listen, read)
}

function createMemory(): ToolMemory {
  const runs = byTool(createToolRun)
  const drafts: ToolMemory['drafts'] = new Map()
  const questions: ToolMemory['questions'] = new Map()
  return {
    runs,
    drafts,
    questions,
    forget() {
      for (const run of Object.values(runs)) run.forget()
      drafts.clear()
      questions.clear()
    },
  }
}
