import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { resolveReference } from './resolve-reference.ts'

const MOST_STEPS = 50

/** A schema with its references followed and its `allOf` put together. */
export function readSchema(root: JsonObject, schema: unknown): JsonObject {
  let steps = 0
  const read = (part: unknown): JsonObject => {
    steps += 1
    if (!isJsonObject(part) || steps > MOST_STEPS) return {}
    const { $ref, allOf, ...own } = part
    const bases = [
      ...($ref === undefined ? [] : [resolveReference(root, $ref)]),
      ...(Array.isArray(allOf) ? allOf : []),
    ]
    return bases.map(read).reduceRight<JsonObject>((all, base) => join(base, all), own)
  }
  return read(schema)
}

function join(base: JsonObject, own: JsonObject): JsonObject {
  const properties = [base['properties'], own['properties']].filter(isJsonObject)
  return {
    ...base,
    ...own,
    ...(properties.length === 2 && {
      properties: Object.fromEntries(properties.flatMap(Object.entries)),
    }),
  }
}

/** The types that a value may have, null last; a schema that does not say is read by what it describes. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type, nullable } = schema
  const declared = (Array.isArray(type) ? type : [type]).filter(one => typeof one === 'string')
  const types = [
    ...(declared.length > 0 ? declared : [inferredType(schema)]),
    ...(nullable === true ? ['null'] : []),
  ]
  return [...types.filter(one => one !== 'null'), ...types.filter(one => one === 'null')]
}

function inferredType(schema: JsonObject): string {
  if ('properties' in schema) return 'object'
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'string'
}

/** The alternatives of a schema, each with what holds for all of them, null last; itself without any. */
export function branchesOf(root: JsonObject, schema: JsonObject): readonly JsonObject[] {
  const { anyOf, oneOf, ...own } = schema
  const alternatives = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : []
  if (alternatives.length === 0) return [schema]
  const branches = alternatives.flatMap(branch =>
    branchesOf(root, join(own, readSchema(root, branch))),
  )
  return [...branches.filter(one => !isNull(one)), ...branches.filter(isNull)]
}

/** Whether some alternative is an object with properties. */
export function isObjectSchema(root: JsonObject, schema: JsonObject): boolean {
  return branchesOf(root, schema).some(branch => typesOf(branch).includes('object'))
}

function isNull(schema: JsonObject): boolean {
  return typesOf(schema).every(type => type === 'null') || schema['const'] === null
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
