import { markdownTable } from '@footnote/contract/document-tables'
import { formats } from '@footnote/contract/formats'
import { Billing, ErrorResponse, Output, RefundedBilling } from '@footnote/contract/responses'

/** The part of JSON Schema that the contract uses. */
interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly maxLength?: number
  readonly maxItems?: number
  readonly description?: string
}

interface Field {
  /** The path to the field: `citations[].source`. */
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly schema: Schema
  /** The contract's own format of the value or of its items, explained elsewhere. */
  readonly format: string | undefined
}

/** Lists every field under a schema, outermost first. Shared objects are named and not expanded. */
function listFields(schema: Schema, parent = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${parent}${name}`
    const format = member.items?.format ?? member.format
    const field: Field = {
      path,
      type: typeText(member),
      required: schema.required?.includes(name) ?? false,
      schema: member,
      format: format !== undefined && format in formats ? format : undefined,
    }
    if (objectOf(member)) return [field]
    const inside = member.items ? listFields(member.items, `${path}[].`) : []
    return [field, ...inside, ...listFields(member, `${path}.`)]
  })
}

function typeText(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ')
  if (schema.items) return `array of ${typeText(schema.items)}s`
  if (schema.enum) return 'string'
  return schema.format === 'uuid' || schema.format === 'date-time'
    ? `${schema.type}, ${schema.format}`
    : (schema.type ?? '')
}

interface SharedObject {
  readonly id: string
  readonly title: string
  readonly schema: object
}

/** Objects that several bodies contain, described once. */
export const sharedObjects: readonly SharedObject[] = [
  { id: 'object-billing', title: 'Billing', schema: Billing },
  { id: 'object-output', title: 'Output', schema: Output },
  { id: 'object-error', title: 'Error', schema: ErrorResponse },
  { id: 'object-refund', title: 'Refund', schema: RefundedBilling },
]

function objectOf(schema: object): SharedObject | undefined {
  // Compares text, since TypeBox copies a schema that becomes optional.
  const text = JSON.stringify(schema)
  return sharedObjects.find(shared => JSON.stringify(shared.schema) === text)
}

/** Lists the fields of a body as a table: type, presence and rules of each. A choice of bodies is several tables. */
export function fieldsMarkdown(schema: object, direction: 'request' | 'response'): string {
  const choices = (schema as Schema).anyOf
  if (choices) return choices.map(choice => fieldsMarkdown(choice, direction)).join('\n\nOr:\n\n')
  return markdownTable(
    ['Field', direction === 'request' ? 'Meaning and rules' : 'Meaning'],
    listFields(schema as Schema).map(field => [
      `\`${field.path}\` *${[field.type, presence(field, direction)].filter(Boolean).join(', ')}*`,
      [field.schema.description, ...rulesOf(field)].filter(Boolean).join(' '),
    ]),
  )
}

function presence({ required }: Field, direction: 'request' | 'response'): string {
  if (direction === 'response') return required ? '' : 'sometimes'
  return required ? 'required' : 'optional'
}

function rulesOf({ schema, format }: Field): (string | false | 0 | undefined)[] {
  const shared = objectOf(schema)
  const words = schema.enum ?? (schema.const === undefined ? [] : [String(schema.const)])
  return [
    shared && `See [${shared.title}](#${shared.id}).`,
    words.length > 0 &&
      `${words.length > 1 ? 'One of' : 'Always'} ${words.map(word => `\`${word}\``).join(', ')}.`,
    schema.default !== undefined && `Default \`${schema.default}\`.`,
    schema.maxLength && `At most ${schema.maxLength.toLocaleString('en-US')} characters.`,
    schema.maxItems && `At most ${schema.maxItems.toLocaleString('en-US')} items.`,
    format !== undefined && `Format [${format}](#format-${format}).`,
  ]
}
