import { isJsonObject } from '@footnote/contract/json-object'

/** What every endpoint's grammar understands. The rest is checked by code when the reply is there. */
const KEPT = ['type', 'description', 'enum', 'const', 'minimum', 'maximum', 'minItems', 'maxItems']
const DEEPEST = 32

/**
 * A shape as endpoints want it: strict grammars have every property required and no others, so what
 * may be left out may be null instead.
 */
export function wireSchema(shape: unknown, depth = 0): Record<string, unknown> {
  if (!isJsonObject(shape) || depth > DEEPEST) return {}
  const inner = (schema: unknown) => wireSchema(schema, depth + 1)
  const schema: Record<string, unknown> = {}
  for (const key of KEPT) if (shape[key] !== undefined) schema[key] = shape[key]
  if (typeof shape['$ref'] === 'string') schema['$ref'] = shape['$ref']
  if (isJsonObject(shape['$defs'])) schema['$defs'] = mapValues(shape['$defs'], inner)
  const choices = shape['anyOf'] ?? shape['oneOf']
  if (Array.isArray(choices)) schema['anyOf'] = choices.map(inner)
  if (isJsonObject(shape['items'])) schema['items'] = inner(shape['items'])
  const { properties } = shape
  if (isJsonObject(properties)) {
    const required = new Set(Array.isArray(shape['required']) ? shape['required'] : [])
    schema['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        required.has(name) ? inner(property) : { anyOf: [inner(property), { type: 'null' }] },
      ]),
    )
    schema['required'] = Object.keys(properties)
    schema['additionalProperties'] = false
  }
  return schema
}

function mapValues(object: Record<string, unknown>, change: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
