import type { Tool } from '@footnote/contract/prices'

/** The tools as people read them, in the order in which they are listed everywhere. */
export const TOOL_NAMES: Readonly<Record<Tool, string>> = {
  answer: 'Answer',
  research: 'Research',
  finance_research: 'Finance research',
}

export const TOOLS = Object.keys(TOOL_NAMES) as readonly Tool[]
