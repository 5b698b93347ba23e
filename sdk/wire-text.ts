import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'
import { componentSchemas } from '@footnote/contract/openapi-schemas'
import { operationEntries } from '@footnote/contract/operations'
import { secondsByEffort, upstreamSeconds } from '@footnote/contract/prices'
import { toolBodies } from '@footnote/contract/tool-operations'
import { TOOLS } from '@footnote/contract/tools'

/** The part of JSON Schema that the contract uses. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly const?: string | number
}

const HEADING = `// Generated from the contract: do not edit. Renewed by
// vitest run sdk/src/core/wire.test.ts -u
`
/** `Error` would shadow the global. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorBody' }
/** Types that callers do not need. */
const LEFT_OUT = ['HealthResponse']
const ANY_CONTENT = 'string | Record<string, unknown>'
/** Types with a report, whose type parameter is the content; with their defaults. */
const GENERIC: Readonly<Record<string, string>> = {
  Output: ANY_CONTENT,
  ResearchResponse: 'string',
  ResearchResult: ANY_CONTENT,
  TaskResponse: ANY_CONTENT,
  CallResponse: ANY_CONTENT,
}
/** Types that callers write: lists may be readonly, and optional fields undefined. */
const WRITTEN: readonly string[] = [
  ...TOOLS.map(tool => toolBodies[tool].requestName),
  'SourceControl',
  'CreateWebhookRequest',
  'UpdateWebhookRequest',
]
/** Types of texts that the contract checks by a list of codes, in upper or lower case. */
const CODES: Readonly<Record<string, { name: string; codes: ReadonlySet<string> }>> = {
  'country-code': { name: 'CountryCode', codes: COUNTRY_CODES },
  'language-code': { name: 'LanguageCode', codes: LANGUAGE_CODES },
}
const LINE_WIDTH = 100

/** Generates src/core/wire.ts: the types and paths of the contract, which is not published. */
export function wireText(): string {
  const types = Object.entries(componentSchemas() as Record<string, Schema>)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, schema]) => declaration(name, schema))
  return [HEADING, ...types, codesText(), operationsText(), secondsText()].join('\n')
}

function declaration(name: string, schema: Schema): string {
  const parameter = name in GENERIC ? `<Content = ${GENERIC[name]}>` : ''
  const ownName = `${RENAMED[name] ?? name}${parameter}`
  const comment = commentText(schema.description, '')
  if (schema.type !== 'object') return `${comment}${unionText(ownName, schema)}\n`
  return `${comment}export interface ${ownName} {\n${membersText(schema, '  ', name)}}\n`
}

function membersText(schema: Schema, indent: string, owner = ''): string {
  const isWritten = WRITTEN.includes(owner)
  return Object.entries(schema.properties ?? {})
    .map(([name, member]) => {
      const isRequired = schema.required?.includes(name)
      const mark = isRequired ? '' : '?'
      const constant = isWritten && member.type === 'array' ? 'readonly ' : ''
      const type = owner === 'Output' && name === 'content' ? 'Content' : typeText(member, indent)
      const absent = isWritten && !isRequired ? ' | undefined' : ''
      const text = `${indent}${name}${mark}: ${constant}${type}${absent}\n`
      return `${commentText(member.description, indent)}${text}`
    })
    .join('')
}

function typeText(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return `${RENAMED[name] ?? name}${name in GENERIC ? '<Content>' : ''}`
  }
  const code = CODES[schema.format ?? '']
  if (code) return code.name
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(member => typeText(member, indent)).join(' | ')
  switch (schema.type) {
    case 'array':
      return `${typeText(schema.items ?? {}, indent)}[]`
    case 'object':
      if (Object.keys(schema.properties ?? {}).length === 0) return 'Record<string, unknown>'
      return `{\n${membersText(schema, `${indent}  `)}${indent}}`
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      throw new Error(`no type for the schema ${JSON.stringify(schema)}`)
  }
}

function unionText(name: string, schema: Schema): string {
  const oneLine = `export type ${name} = ${typeText(schema, '')}`
  if (oneLine.length <= LINE_WIDTH) return oneLine
  const members = (schema.enum ?? []).map(member => `\n  | ${literal(member)}`)
  return `export type ${name} =${members.join('')}`
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value}'`
}

function commentText(description: string | undefined, indent: string): string {
  if (description === undefined) return ''
  const oneLine = `${indent}/** ${description} */`
  if (oneLine.length <= LINE_WIDTH) return `${oneLine}\n`
  const prefix = `${indent} * `
  const lines = wrap(description, LINE_WIDTH - prefix.length).map(line => `${prefix}${line}\n`)
  return `${indent}/**\n${lines.join('')}${indent} */\n`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

function codesText(): string {
  const types = Object.values(CODES).map(({ name, codes }) => {
    const members = [...codes].map(code => `\n  | ${literal(code)}`).join('')
    const comment = `/** One of the codes that the service knows, in upper or lower case. */\n`
    return `type Upper${name} =${members}\n${comment}export type ${name} = Upper${name} | Lowercase<Upper${name}>\n`
  })
  return types.join('\n')
}

function operationsText(): string {
  const lines = operationEntries()
    .filter(([, operation]) => operation.authenticated)
    .map(([name, { method, path }]) => operationText(name, { method, path }))
  return `/** Method and path of every operation. */\nexport const operations = {\n${lines.join('')}} as const\n`
}

function operationText(name: string, { method, path }: { method: string; path: string }): string {
  const oneLine = `  ${name}: { method: '${method}', path: '${path}' },\n`
  if (oneLine.length <= LINE_WIDTH) return oneLine
  return `  ${name}: {\n    method: '${method}',\n    path: '${path}',\n  },\n`
}

function secondsText(): string {
  const lines = TOOLS.map(tool => {
    const seconds = Object.entries(secondsByEffort(tool)).map(entry => entry.join(': '))
    return `  ${tool}: { ${seconds.join(', ')} },\n`
  })
  const { submission, poll } = upstreamSeconds
  return `/**
 * How many seconds the service may take for a call, by tool and effort. A call at an effort that is
 * not listed always runs as a background task.
 */
export const callSeconds = {
${lines.join('')}} as const
export const SUBMISSION_SECONDS = ${submission}
export const POLL_SECONDS = ${poll}
`
}
