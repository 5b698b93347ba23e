import type { CallResponse, Output, TaskResponse } from '@footnote/contract/responses'
import { NOT_FOUND } from './follow-call.ts'
import { apiRequest, type McpHost } from './mcp-host.ts'
import { outputText } from './result-text.ts'

const SCHEME = 'footnote://reports/'
const URI = /^footnote:\/\/reports\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

export const reportTemplate = {
  uriTemplate: `${SCHEME}{task_id}`,
  name: 'report',
  title: 'Report',
  description: 'The whole report of a task or call whose result was cut.',
  mimeType: 'text/markdown',
}

/** A link to a whole report, for a result that holds only its beginning. */
export function reportLink(taskId: string) {
  const { name, description, mimeType } = reportTemplate
  return { type: 'resource_link' as const, uri: `${SCHEME}${taskId}`, name, description, mimeType }
}

export type ReportLink = ReturnType<typeof reportLink>

/** Reads a whole report from the service; undefined if there is none. */
export async function readReport(
  host: Pick<McpHost, 'send'>,
  uri: string,
): Promise<string | undefined> {
  const taskId = URI.exec(uri)?.[1]
  if (taskId === undefined) return undefined
  const task = await host.send(apiRequest('retrieve_task', { taskId }))
  const reply =
    task.status === NOT_FOUND ? await host.send(apiRequest('retrieve_call', { taskId })) : task
  if (reply.status !== 200) return undefined
  const { result } = reply.body as TaskResponse | CallResponse
  const output = result && 'output' in result ? (result.output as Output) : undefined
  return output && outputText(output)
}
