import type { Tool } from './prices.ts'

interface ToolEntry {
  /** As people read it, everywhere; lower case within a sentence. */
  readonly name: string
  /** The command of the command line. */
  readonly command: string
}

/** Every paid tool by its name on the wire, in the order in which they are listed. */
export const tools: Readonly<Record<Tool, ToolEntry>> = {
  answer: { name: 'Answer', command: 'answer' },
  research: { name: 'Research', command: 'research' },
  finance_research: { name: 'Financial research', command: 'finance-research' },
}

export const TOOLS = Object.keys(tools) as readonly Tool[]

export function toolName(tool: Tool): string {
  return tools[tool].name
}

/** A call by its tool and effort: `Research, deep`. Efforts are written as on the wire. */
export function callName({ tool, effort }: { tool: Tool; effort: string | null }): string {
  return effort === null ? toolName(tool) : `${toolName(tool)}, ${effort}`
}
