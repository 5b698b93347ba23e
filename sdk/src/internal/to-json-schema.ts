import { isStandard, type OutputSchema } from '../core/output-schema.ts'

/** Where the members are schemas by name, and where they are data and none of our business. */
const SCHEMA_MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
const DATA = ['const', 'enum', 'default', 'examples', 'required']

/**
 * The JSON Schema to send: of a library's schema what it accepts, and a JSON Schema as it is; with its
 * objects closed, as the service asks for. Throws before anything is sent where there is none to be had.
 */
export function toJsonSchema(schema: OutputSchema): object {
  if (!isStandard(schema)) return closeObjects(schema) as object
  const { vendor, jsonSchema } = schema['~standard']
  const advice =
    'pass a JSON Schema instead, or a schema of a library with Standard JSON Schema, such as zod from 4.2'
  if (!jsonSchema) throw new TypeError(`this schema of ${vendor} gives no JSON Schema; ${advice}`)
  try {
    const { $schema, ...converted } = jsonSchema.input({ target: 'draft-2020-12' }) as {
      $schema?: string
    }
    return closeObjects(converted) as object
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message}` : ''
    throw new TypeError(`this schema of ${vendor} has no JSON Schema${reason}; ${advice}`, {
      cause,
    })
  }
}

function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).map(([key, member]) => {
    if (DATA.includes(key)) return [key, member]
    return [key, SCHEMA_MAPS.includes(key) ? closeMembers(member) : closeObjects(member)]
  })
  const isObject = 'type' in schema && [schema.type].flat().includes('object')
  return { ...(isObject && { additionalProperties: false }), ...Object.fromEntries(members) }
}

function closeMembers(schemas: object): object {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, closeObjects(schema)]),
  )
}
