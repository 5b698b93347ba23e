import { isStandard, type OutputSchema } from '../core/output-schema.ts'

/** Keywords whose members are schemas by name, and keywords that contain data. */
const SCHEMA_MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
const DATA = ['const', 'enum', 'default', 'examples', 'required']

/**
 * Converts a schema to the JSON Schema to send, with `additionalProperties: false` on objects, as the
 * service requires. Throws if the schema cannot be converted.
 */
export function toJsonSchema(schema: OutputSchema): object {
  if (!isStandard(schema)) return closeObjects(schema) as object
  const { vendor, jsonSchema } = schema['~standard']
  const advice =
    'pass a JSON Schema, or a schema of a library that supports Standard JSON Schema, such as zod 4.2 or newer'
  if (!jsonSchema)
    throw new TypeError(`this ${vendor} schema does not provide a JSON Schema; ${advice}`)
  try {
    const { $schema, ...converted } = jsonSchema.input({ target: 'draft-2020-12' }) as {
      $schema?: string
    }
    return closeObjects(converted) as object
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message}` : ''
    throw new TypeError(
      `this ${vendor} schema cannot be converted to JSON Schema${reason}; ${advice}`,
      {
        cause,
      },
    )
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
