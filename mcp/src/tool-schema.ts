import { formats } from '@footnote/contract/formats'

/** JSON Schema of an object, as the protocol wants it. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

/**
 * A schema of the contract for clients of all kinds: formats of our own, which their validators do not
 * know, are left out (descriptions say the same, and the API checks), and enumerations have a type.
 */
export function toolSchema(...alternatives: readonly object[]): ObjectSchema {
  const schemas = alternatives.map(schema => JSON.parse(JSON.stringify(schema), simplify))
  return schemas.length === 1 ? schemas[0] : { type: 'object', anyOf: schemas }
}

function simplify(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { format, ...rest } = value as { format?: unknown }
  const isOwnFormat = typeof format === 'string' && format in formats
  const isWords = 'enum' in value && !('type' in value)
  return { ...(isWords && { type: 'string' }), ...(isOwnFormat ? rest : value) }
}
