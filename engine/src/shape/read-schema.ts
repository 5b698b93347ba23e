import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { resolveReference } from './walk-schema.ts'

const MOST_STEPS = 50

/** One alternative of a place in a schema, with references and `allOf` resolved. */
export type Branch = JsonObject

/** The alternatives of a place, null last; the schema itself if it has no `anyOf` or `oneOf`. */
export function branchesOf(root: JsonObject, schema: unknown): readonly Branch[] {
  const { anyOf, oneOf, ...own } = readSchema(root, schema)
  const alternatives = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : []
  if (alternatives.length === 0) return [own]
  const branches = alternatives.flatMap(one => branchesOf(root, join(own, readSchema(root, one))))
  return [...branches.filter(one => !isNull(one)), ...branches.filter(isNull)]
}

function readSchema(root: JsonObject, schema: unknown): JsonObject {
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

/** The types that a value may have, null last. A schema without a type is read by its keywords. */
export function typesOf(schema: Branch): readonly string[] {
  const { type, nullable } = schema
  const declared = [type].flat().filter(one => typeof one === 'string')
  const types = [
    ...(declared.length > 0 ? declared : [inferredType(schema)]),
    ...(nullable === true || (!type && allowedValues(schema)?.includes(null)) ? ['null'] : []),
  ]
  return [...types.filter(one => one !== 'null'), ...types.filter(one => one === 'null')]
}

function inferredType(schema: Branch): string {
  if ('properties' in schema) return 'object'
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'string'
}

/** The values that `const` or `enum` lists; undefined without either. */
export function allowedValues(schema: Branch): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']]
  const listed = schema['enum']
  return Array.isArray(listed) ? listed : undefined
}

/** The branches that allow an object or an array. */
export function ofType(branches: readonly Branch[], type: 'object' | 'array'): readonly Branch[] {
  return branches.filter(branch => !allowedValues(branch) && typesOf(branch).includes(type))
}

export function allowNull(branches: readonly Branch[]): boolean {
  return branches.some(
    branch => allowedValues(branch)?.includes(null) ?? typesOf(branch).includes('null'),
  )
}

/** Whether the schema allows nothing but this value, so that there is nothing to prove. */
export function isForced(branches: readonly Branch[], value: unknown): boolean {
  const lists = branches.map(allowedValues)
  return lists.length > 0 && lists.every(list => list?.length === 1 && list[0] === value)
}

export function propertiesOf({ properties }: Branch): JsonObject {
  return isJsonObject(properties) ? properties : {}
}

/** The least and most items of a list, within our own limit. */
export function itemLimits({ minItems, maxItems }: Branch, limit: number): [number, number] {
  const within = (value: unknown, otherwise: number) =>
    typeof value === 'number' ? Math.max(0, Math.min(value, limit)) : otherwise
  return [within(minItems, 0), within(maxItems, limit)]
}

function isNull(schema: Branch): boolean {
  return typesOf(schema).every(type => type === 'null') || schema['const'] === null
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
