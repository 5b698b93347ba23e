import type { Tool } from '@footnote/contract/prices'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { ToolDraft } from './tool-draft.ts'
import { createToolRun, type ToolRun } from './tool-run.ts'

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
 * look at another page loses nothing, and signing out or loading the page anew forgets everything.
 */
export function ToolMemoryProvider({ children }: { children: ReactNode }) {
  const [memory] = useState(createMemory)
  useEffect(() => () => memory.forget(), [memory])
  return <Memory value={memory}>{children}</Memory>
}

export function useToolMemory(): ToolMemory {
  const memory = useContext(Memory)
  if (!memory) throw new Error('the tools stand in the shell of members')
  return memory
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
