import { byTool, type Tool } from '@footnote/contract/tools'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { onForget } from '../../shell/forget-memory.ts'
import type { ToolDraft } from './form/tool-draft.ts'
import { createToolRun, type Run, type ToolRun } from './run/tool-run.ts'

/** State shared by the tool pages until the account signs out. */
interface ToolMemory {
  readonly runs: Readonly<Record<Tool, ToolRun>>
  readonly drafts: Map<Tool, ToolDraft>
  /** Questions by task id; lost on reload. */
  readonly questions: Map<string, string>
  forget(): void
}

const Memory = createContext<ToolMemory | undefined>(undefined)

/**
 * Questions and results live only here, never in a URL, the history or browser storage. Visiting
 * another page loses nothing; signing out or reloading forgets everything.
 */
export function ToolMemoryProvider({
  accountId,
  children,
}: {
  /** The account the memory belongs to, once known. */
  accountId: string | undefined
  children: ReactNode
}) {
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
  return <Memory value={memory}>{children}</Memory>
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
