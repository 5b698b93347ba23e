import { formats } from '@footnote/contract/formats'
import { objectOf } from './shared-objects.ts'

/** The part of JSON Schema that the contract uses. */
export interface Schema {
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

export interface Field {
  /** As one would reach it: `citations[].source`. */
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly schema: Schema
  /** The contract's own format of the value or of its items, explained elsewhere. */
  readonly format: string | undefined
}

/** Every field under a schema, outermost first; shared objects are named and not opened. */
export function listFields(schema: Schema, parent = ''): Field[] {
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
