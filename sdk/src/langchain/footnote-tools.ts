import { DynamicStructuredTool } from '@langchain/core/tools'
import {
  type FootnoteClient,
  type FootnoteToolsOptions,
  footnoteTools as plainTools,
} from '../ai-sdk/footnote-tools.ts'
import { type ToolName, toolDefinitions } from '../ai-sdk/tool-definitions.ts'

/** The tools by name. */
export type FootnoteTools = Readonly<Record<ToolName, DynamicStructuredTool>>

/**
 * Creates every tool for LangChain on one client. Give an agent those it should have. They return errors as outputs, so
 * that a model can act on them.
 */
export function footnoteTools(
  footnote: FootnoteClient,
  options: FootnoteToolsOptions = {},
): FootnoteTools {
  const tools = plainTools(footnote, options)
  const names = Object.keys(tools) as ToolName[]
  const entries = names.map(name => {
    const { description, inputSchema: schema } = toolDefinitions[name]
    const { execute } = tools[name]
    const tool = new DynamicStructuredTool({
      name,
      description,
      schema,
      func: (input, _, config) => execute(input, { abortSignal: config?.signal }),
    })
    return [name, tool]
  })
  return Object.fromEntries(entries)
}
