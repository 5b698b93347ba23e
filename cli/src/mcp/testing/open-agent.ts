import { connectClient, connectStdioClient } from '@footnote/mcp/testing/connect-client'
import { mcpProgram } from './mcp-program.ts'

export type Transport = 'stdio' | 'HTTP'

interface AgentOptions {
  readonly url: string
  readonly key: string
  readonly isModern?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

export interface ToolReply {
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
  readonly body: any
  readonly isError: boolean
}

export interface Agent {
  readonly client: Awaited<ReturnType<typeof connectClient>>
  call(name: string, args?: object, options?: object): Promise<ToolReply>
  /** Returns the program's stderr so far. */
  errors(): string
}

/** Connects an agent, using the official client. */
export async function openAgent(
  transport: Transport,
  { url, key, settings = {}, ...era }: AgentOptions,
): Promise<Agent> {
  const { client, errors } =
    transport === 'stdio'
      ? await connectStdioClient(
          mcpProgram({ FOOTNOTE_API_KEY: key, FOOTNOTE_BASE_URL: url, ...settings }),
          era,
        )
      : { client: await connectClient(url, { key, ...era }), errors: () => '' }
  // After listing the tools, the client checks every result against its output schema.
  await client.listTools()
  return {
    client,
    errors,
    async call(name, args = {}, options = {}) {
      const result = await client.callTool({ name, arguments: { ...args } }, options)
      const [content] = result.content as { type: string; text: string }[]
      return {
        text: content?.text ?? '',
        body: result.structuredContent,
        isError: result.isError === true,
      }
    },
  }
}
