import { examples } from '@footnote/contract/examples'
import type { Operation } from '@footnote/contract/operations'
import { type Html, html } from './html.ts'
import { highlightJson } from './render-code.ts'

/** The command that calls the operation with this body, ready to paste into a shell. */
export function curlCommand(baseUrl: string, operation: Operation, body?: unknown): Html {
  const { path, authenticated, request, responses } = operation
  const url = baseUrl + path.replace('{task_id}', examples.requestId)
  const streams = Object.values(responses).some(({ schema }) => schema === undefined)
  const lines = [
    html`curl ${streams && '-N '}${url}`,
    authenticated && html`-H "Authorization: Bearer $FOOTNOTE_API_KEY"`,
    request && html`-H "Content-Type: application/json"`,
    request && html`-d '${highlightJson(shellJson(body))}'`,
  ].filter(line => line !== false && line !== undefined)
  return html`${lines.map((line, index) => [index > 0 && ' \\\n  ', line])}`
}

/** An apostrophe would end the quoted word of the shell; JSON can spell it without one. */
function shellJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("'", '\\u0027')
}
