import { errors } from '@footnote/contract/errors'
import { guide } from '@footnote/contract/guide'
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import manifest from '../package.json' with { type: 'json' }
import { callTool } from './call-tool.ts'
import type { McpHost } from './mcp-host.ts'
import { readReport, reportTemplate } from './report-resource.ts'
import { shortenResult } from './shorten-result.ts'
import { toolError } from './tool-error.ts'
import { describeTools, findTool } from './tools.ts'

const { version } = manifest

const list = describeTools()
const INSTRUCTIONS = [
  ...guide.about.paragraphs.slice(0, 2),
  'Use footnote_answer for a quick fact, footnote_research for a report, and footnote_finance_research for companies and markets. Cite the numbered sources. When a tool returns a task_id, call footnote_wait_for_task with it instead of asking again.',
].join('\n')

/** One caller's server: the tools of the contract on the API that the host gives. */
export function createMcpServer(host: McpHost): Server {
  const { websiteUrl } = host
  const server = new Server(
    { name: 'footnote', title: 'Footnote', version, ...(websiteUrl && { websiteUrl }) },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: list }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const name = findTool(params.name)
    if (!name) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.')
    const progressToken = mcpReq._meta?.progressToken
    try {
      const result = await callTool(host, {
        name,
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
      return shortenResult(result, host)
    } catch (error) {
      // Only the host learns the cause: its message could quote the question.
      host.reportFault(error)
      return toolError({
        code: 'BILLING_UNAVAILABLE',
        message: errors.BILLING_UNAVAILABLE.message,
      })
    }
  })
  // Reports are private and short-lived, so clients get their addresses from tools alone.
  server.setRequestHandler('resources/list', () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [reportTemplate],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const text = await readReport(host, uri)
    if (text === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such report any more.')
    }
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  })
  return server
}
