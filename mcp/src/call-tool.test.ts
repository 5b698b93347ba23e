import { expect, it } from 'vitest'
import { callTool } from './call-tool.ts'
import type { ApiReply, McpHost } from './mcp-host.ts'

const missing = { status: 404, body: { code: 'JOB_NOT_FOUND', message: 'There is no task.' } }
const unknown = { status: 503, body: { code: 'JOB_POLL_FAILED', message: 'Try again.' } }

/** Checks a task that the service does not know, and replies about the call of that ID. */
async function check(call: ApiReply): Promise<string> {
  const host: McpHost = {
    send: async ({ path }) => (path.includes('/calls/') ? call : missing),
    watch: () => expect.unreachable(),
    pending: { start: () => expect.unreachable(), find: async () => undefined },
    wasCancelled: () => false,
    websiteUrl: undefined,
    waitMs: 1_000,
    reportCharacters: 1_000,
    closing: new AbortController().signal,
    reportFault: () => expect.unreachable(),
  }
  const { content } = await callTool(host, {
    name: 'check_task',
    arguments: { task_id: crypto.randomUUID() },
    rpcId: 1,
    signal: new AbortController().signal,
    report: undefined,
  })
  return content.map(part => ('text' in part ? part.text : '')).join()
}

it('calls an ID unknown only if it is neither a task nor a call', async () => {
  expect(await check(missing)).toMatch(/^JOB_NOT_FOUND: .*call footnote_usage/s)
})

it('says that the call may still run if the service cannot tell', async () => {
  const text = await check(unknown)
  expect(text).toMatch(/^JOB_POLL_FAILED: /)
  expect(text).toContain('do not make the same call again')
})
