import type { Tool } from '@footnote/contract/prices'
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

/** What the tools' pages hand to each other while one is signed in. */
interface ToolMemory {
  readonly runs: Readonly<Record<Tool, ToolRun>>
  readonly drafts: Map<Tool, ToolDraft>
  /** What was asked, by the task's id; gone when the page is loaded anew. */
  readonly questions: Map<string, string>
  forget(): void
}

const Memory = createContext<ToolMemory | undefined>(undefined)

/**
 * Questions and results live here and nowhere else: not in an address, a history or a storage. So a
 * look at any other page loses nothing, and signing out or loading the page anew forgets everything.
 */
export function ToolMemoryProvider({
  accountId,
  children,
}: {
  /** Whose memory it is, as soon as that is known. */
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
  if (!memory) throw new Error('the tools stand within the memory')
  return memory
}

/** A tool's present call, as it changes. */
export function useRun(tool: Tool): Run | undefined {
  const { listen, read } = useToolMemory().runs[tool]
  return useSyncExternalStore(listen, read)
}

function createMemory(): ToolMemory {
  const runs = {
    answer: createToolRun(),
    research: createToolRun(),
    finance_research: createToolRun(),
  }
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
