import { markdownTable } from '@footnote/contract/document-tables'
import { type ErrorCode, errorEntry } from '@footnote/contract/errors'
import { examples } from '@footnote/contract/examples'
import type { Operation, OperationResponse } from '@footnote/contract/operations'
import { parametersOf } from '@footnote/contract/parameters'
import { priceText } from '@footnote/contract/prices'
import { fieldsMarkdown } from './fields-markdown.ts'

/** Documents one operation: purpose, request and response, then example calls and replies. */
export function operationMarkdown(baseUrl: string, name: string, operation: Operation): string {
  const { method, path, summary, description, isPaid, request, errors } = operation
  const responses = Object.entries(operation.responses)
  return [
    `### ${summary}`,
    `**${method}** \`${path}\``,
    description,
    isPaid && priceText(name),
    parametersMarkdown(operation),
    request && `#### Request body\n\n${fieldsMarkdown(request.schema, 'request')}`,
    ...responses.map(([status, response]) => responseMarkdown(status, response)),
    errors.length > 0 && `#### Errors\n\n${errors.toSorted(byStatus).map(errorItem).join('\n')}`,
    ...requestSamples(baseUrl, operation),
    ...responses.flatMap(([status, response]) => responseSamples(status, response)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function codeBlock(info: string, code: string): string {
  return `\`\`\`${info}\n${code.trimEnd()}\n\`\`\``
}

function parametersMarkdown(operation: Operation): string | undefined {
  const taken = parametersOf(operation)
  if (taken.length === 0) return undefined
  const rows = taken.map(({ name, in: place, required, description }) => [
    `\`${name}\` *${place}, ${required ? 'required' : 'optional'}*`,
    description,
  ])
  return `#### Parameters\n\n${markdownTable(['Parameter', 'Meaning'], rows)}`
}

function responseMarkdown(status: string, { description, schema }: OperationResponse): string {
  const body = schema
    ? `${description}\n\n${fieldsMarkdown(schema, 'response')}`
    : `${description} See [events](/docs/background-tasks#events).`
  return `#### Response ${status}\n\n${body}`
}

function errorItem(code: ErrorCode): string {
  return `- [\`${errorEntry(code).status} ${code}\`](/docs/errors#error-${code})`
}

function requestSamples(baseUrl: string, operation: Operation): string[] {
  const entries = Object.entries(operation.request?.examples ?? { none: undefined })
  return entries.map(([name, body]) =>
    codeBlock(
      `bash ${entries.length > 1 ? `Request, ${name}` : 'Request'}`,
      curlCommand(baseUrl, operation, body),
    ),
  )
}

function responseSamples(status: string, { schema, examples }: OperationResponse): string[] {
  const entries = Object.entries(examples)
  return entries.map(([name, example]) =>
    codeBlock(
      `${schema ? 'json' : 'text'} Response ${status}${entries.length > 1 ? `, ${name}` : ''}`,
      schema ? JSON.stringify(example, null, 2) : String(example),
    ),
  )
}

function byStatus(one: ErrorCode, other: ErrorCode): number {
  return errorEntry(one).status - errorEntry(other).status
}

/** Builds the curl command that calls the operation with this body. */
function curlCommand(baseUrl: string, operation: Operation, body?: unknown): string {
  const { method, path, authenticated, request, responses } = operation
  const url = baseUrl + path.replaceAll(/\{\w+\}/g, examples.requestId)
  const streams = Object.values(responses).some(({ schema }) => schema === undefined)
  const isImplied = method === (request ? 'POST' : 'GET')
  const lines = [
    `curl ${streams ? '-N ' : ''}${isImplied ? '' : `-X ${method} `}${url}`,
    authenticated && '-H "Authorization: Bearer $FOOTNOTE_API_KEY"',
    request && '-H "Content-Type: application/json"',
    request && `-d '${shellJson(body)}'`,
  ]
  return lines.filter(Boolean).join(' \\\n  ')
}

/** Writes JSON without apostrophes, which would end the shell's quotes. */
function shellJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("'", '\\u0027')
}
