import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'
import { errors } from '@footnote/contract/errors'
import { limits } from '@footnote/contract/limits'
import { componentSchemas } from '@footnote/contract/openapi-schemas'
import { operationEntries } from '@footnote/contract/operations'
import { secondsByEffort, upstreamSeconds } from '@footnote/contract/prices'
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

const HEADING = `# Generated from the contract: do not edit. Renewed by
# vitest run python/wire.test.ts -u

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
`
/** Types that callers do not need. */
const LEFT_OUT = ['HealthResponse']
/** `Error` would be taken for an exception. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorBody' }
/** Types of texts that the contract checks by a list of codes, in upper or lower case. */
const CODES: Readonly<Record<string, { name: string; codes: ReadonlySet<string> }>> = {
  'country-code': { name: 'CountryCode', codes: COUNTRY_CODES },
  'language-code': { name: 'LanguageCode', codes: LANGUAGE_CODES },
}
const LINE_WIDTH = 100

/** Generates src/footnote/_wire.py: the types, paths, limits and error codes of the contract. */
export function wireText(): string {
  const schemas = Object.entries(componentSchemas() as Record<string, Schema>)
  const kept = schemas.filter(([name]) => !LEFT_OUT.includes(name))
  const isAlias = ([, { type }]: [string, Schema]) => type !== 'object'
  const types = [
    ...Object.values(CODES).map(({ name, codes }) => {
      const lower = [...codes].map(code => code.toLowerCase())
      return `${name} = Literal[\n${wrapped([...codes, ...lower])}]`
    }),
    ...kept.filter(isAlias).map(([name, schema]) => aliasText(name, schema)),
    ...kept.filter(entry => !isAlias(entry)).flatMap(([name, schema]) => classTexts(name, schema)),
  ]
  return [HEADING, ...types, constantsText()].join('\n\n')
}

function aliasText(name: string, schema: Schema): string {
  return `${nameOf(name)} = ${typeText(schema, name)}`
}

/** An object, after the objects that its properties hold without a name of their own. */
function classTexts(name: string, schema: Schema): string[] {
  const members = Object.entries(schema.properties ?? {})
  const inner = members.flatMap(([member, value]) =>
    hasMembers(value) ? classTexts(innerName(name, member), value) : [],
  )
  const fields = members.map(([member, value]) => {
    const type = typeText(value, name, member)
    const isRequired = schema.required?.includes(member)
    return `    ${member}: ${isRequired ? type : `NotRequired[${type}]`}\n${docText(value.description)}`
  })
  const doc = docText(schema.description)
  return [...inner, `class ${nameOf(name)}(TypedDict):\n${doc}${fields.join('')}`.trimEnd()]
}

function hasMembers({ type, properties = {} }: Schema): boolean {
  return type === 'object' && Object.keys(properties).length > 0
}

function typeText(schema: Schema, owner: string, member = ''): string {
  if (schema.$ref !== undefined) {
    return nameOf(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  }
  const code = CODES[schema.format ?? '']
  if (code) return code.name
  if (schema.const !== undefined) return literals([schema.const])
  if (schema.enum) return literals(schema.enum)
  if (schema.anyOf) return schema.anyOf.map(one => typeText(one, owner, member)).join(' | ')
  switch (schema.type) {
    case 'array':
      return `list[${typeText(schema.items ?? {}, owner, member)}]`
    case 'object':
      return hasMembers(schema) ? innerName(owner, member) : 'dict[str, Any]'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'string':
      return 'str'
    case 'boolean':
      return 'bool'
    case 'null':
      return 'None'
    default:
      throw new Error(`no type for the schema ${JSON.stringify(schema)}`)
  }
}

function nameOf(name: string): string {
  return RENAMED[name] ?? name
}

function innerName(owner: string, member: string): string {
  const words = member.split('_').map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return `${owner}${words.join('')}`
}

function literals(values: readonly (string | number)[]): string {
  const list = values.map(value => JSON.stringify(value))
  const oneLine = `Literal[${list.join(', ')}]`
  return oneLine.length < 80 ? oneLine : `Literal[\n${list.map(each => `    ${each},\n`).join('')}]`
}

/** A long list of words, many to a line. */
function wrapped(words: readonly string[]): string {
  const lines: string[] = []
  let line = '   '
  for (const word of words) {
    const next = ` ${JSON.stringify(word)},`
    if (line.length + next.length > LINE_WIDTH) {
      lines.push(line)
      line = '   '
    }
    line += next
  }
  return [...lines, line].map(each => `${each}\n`).join('')
}

function docText(description: string | undefined): string {
  if (description === undefined) return ''
  const lines: string[] = []
  let line = '    """'
  for (const word of description.split(' ')) {
    if (line.length + word.length > LINE_WIDTH - 4) {
      lines.push(line.trimEnd())
      line = '    '
    }
    line += `${word} `
  }
  return `${[...lines, line.trimEnd()].join('\n')}"""\n`
}

function constantsText(): string {
  const paths = operationEntries()
    .filter(([, { authenticated }]) => authenticated)
    .map(([name, { method, path }]) => `    "${name}": ("${method}", "${path}"),\n`)
  const money = Object.entries(errors).map(
    ([code, { status, money: state }]) => `    "${code}": (${status}, "${state}"),\n`,
  )
  const seconds = TOOLS.map(tool => `    "${tool}": ${dictText(secondsByEffort(tool))},\n`)
  const { shortest, longest } = limits.pollSeconds
  return `
# Method and path of every operation.
OPERATIONS = {
${paths.join('')}}

# Status of every error code, and what happened to the money.
ERRORS = {
${money.join('')}}

# Seconds that the service may take for a call, by tool and effort. A call at an effort that is not listed always
# runs as a background task.
CALL_SECONDS: dict[str, dict[str, int]] = {
${seconds.join('')}}
SUBMISSION_SECONDS = ${upstreamSeconds.submission}
POLL_SECONDS = ${upstreamSeconds.poll}
# The pause between two polls of a task.
POLL_PAUSE_SECONDS = (${shortest}, ${longest})
`.trimStart()
}

function dictText(record: Readonly<Record<string, number>>): string {
  return `{${Object.entries(record)
    .map(([name, value]) => `"${name}": ${value}`)
    .join(', ')}}`
}
