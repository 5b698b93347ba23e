import { fileURLToPath } from 'node:url'
import { describeTools } from '@footnote/mcp/tools'
import { expect, it } from 'vitest'

const HEADING = `// biome-ignore-all format: generated
// Generated from the tools of the MCP server: do not edit. Renewed by
// vitest run sdk/src/ai-sdk/tool-definitions.test.ts -u

interface ToolDefinition {
  readonly description: string
  readonly inputSchema: Record<string, unknown>
}
`

it('matches the tools of the MCP server', async () => {
  // Here nobody keeps calls: what has no task is waited for to its end.
  const tools = describeTools({ isServer: false })
  const definitions = tools.map(({ name, description, inputSchema }) => [
    name,
    { description, inputSchema },
  ])
  const names = tools.map(({ name }) => `'${name}'`).join(' | ')
  const text = `${HEADING}
export type ToolName = ${names}

export const toolDefinitions: Readonly<Record<ToolName, ToolDefinition>> = ${JSON.stringify(Object.fromEntries(definitions), undefined, 2)}
`
  await expect(text).toMatchFileSnapshot(
    fileURLToPath(new URL('tool-definitions.ts', import.meta.url)),
  )
})
