import { errors } from '@footnote/contract/errors'
import { guide } from '@footnote/contract/guide'
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import manifest from '../package.json' with { type: 'json' }
import { callTool } from './call-tool.ts'
import type { McpHost } from './mcp-host.ts'
import { toolError } from './tool-error.ts'
import { describeTools, type ToolName, tools } from './tools.ts'

const { version } = manifest

const list = describeTools()
const INSTRUCTIONS = [
  ...guide.about.paragraphs.slice(0, 2),
  'Use answer for a quick fact and research for a report. Cite the numbered sources. When a tool returns a task_id, call wait_for_task with it instead of asking again.',
].join('\n')

/** One caller's server: the tools of the contract on the API that the host gives. */
export function createMcpServer(host: McpHost): Server {
  const { websiteUrl } = host
  const server = new Server(
    { name: 'footnote', title: 'Footnote', version, ...(websiteUrl && { websiteUrl }) },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: list }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name } = params
    if (!Object.hasOwn(tools, name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.')
    }
    const progressToken = mcpReq._meta?.progressToken
    try {
      return await callTool(host, {
        name: name as ToolName,
        arguments: params.arguments ?? {},
        rpcId: mcpReq.id,
        signal: mcpReq.signal,
        report:
          progressToken === undefined
            ? undefined
            : step =>
                mcpReq.notify({
                  method: 'notifications/progress',
                  params: { progressToken, ...step },
                }),
      })
    } catch (error) {
      // Only the host learns the cause: its message could quote the question.
      host.reportFault(error)
      return toolError({
        code: 'BILLING_UNAVAILABLE',
        message: errors.BILLING_UNAVAILABLE.message,
      })
    }
  })
  return server
}
