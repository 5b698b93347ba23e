import type { Tool } from './prices.ts'

interface ToolEntry {
  /** Display name; lower case within a sentence. */
  readonly name: string
  /** CLI command. */
  readonly command: string
}

/** Paid tools by their name on the wire, in display order. */
export const tools: Readonly<Record<Tool, ToolEntry>> = {
  answer: { name: 'Answer', command: 'answer' },
  research: { name: 'Research', command: 'research' },
  finance_research: { name: 'Financial research', command: 'finance-research' },
}

export const TOOLS = Object.keys(tools) as readonly Tool[]

export function toolName(tool: Tool): string {
  return tools[tool].name
}

/** Names a call by its tool and effort: `Research, deep`. Efforts are spelled as on the wire. */
export function callName({ tool, effort }: { tool: Tool; effort: string | null }): string {
  return effort === null ? toolName(tool) : `${toolName(tool)}, ${effort}`
}
