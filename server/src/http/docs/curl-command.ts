import { examples } from '@footnote/contract/examples'
import type { Operation } from '@footnote/contract/operations'

/** The command that calls the operation with this body, ready to paste into a shell. */
export function curlCommand(baseUrl: string, operation: Operation, body?: unknown): string {
  const { path, authenticated, request, responses } = operation
  const url = baseUrl + path.replace('{task_id}', examples.requestId)
  const streams = Object.values(responses).some(({ schema }) => schema === undefined)
  const lines = [
    `curl ${streams ? '-N ' : ''}${url}`,
    authenticated && '-H "Authorization: Bearer $FOOTNOTE_API_KEY"',
    request && '-H "Content-Type: application/json"',
    request && `-d '${shellJson(body)}'`,
  ]
  return lines.filter(Boolean).join(' \\\n  ')
}

/** An apostrophe would end the quoted word of the shell; JSON can spell it without one. */
function shellJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("'", '\\u0027')
}
