import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import { decodePercent } from '../decode-percent.ts'

/** A schema inside the caller's, as often as it is used. */
export interface SchemaPlace {
  readonly schema: JsonObject
  readonly path: string
  /** Number of object and array schemas that it is in, itself included. */
  readonly level: number
}

/** The reason why a schema cannot be walked to its end. */
export class SchemaProblem extends Error {
  override name = 'SchemaProblem'
  readonly kind: 'recursive' | 'foreign' | 'missing' | 'repeated'
  readonly path: string
  constructor(kind: SchemaProblem['kind'], path: string) {
    super(`the schema has a problem: ${kind}`)
    this.kind = kind
    this.path = path
  }
}

const ONE = [
  'items contains additionalItems unevaluatedItems additionalProperties unevaluatedProperties',
  'propertyNames contentSchema not if then else',
].flatMap(names => names.split(' '))
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']
const MAPS = ['properties', 'dependentSchemas', 'dependencies', '$defs', 'definitions']
const MOST_PLACES = 4_000

interface Pending extends SchemaPlace {
  /** References on the way here. */
  readonly followed: readonly string[]
}

/**
 * Visits every place of a schema with its references written out, which can make a small schema large.
 * Uses its own stack, because the caller chooses the depth.
 */
export function* walkSchema(root: JsonObject): Generator<SchemaPlace> {
  const pending: Pending[] = [{ schema: root, path: '', level: 0, followed: [] }]
  let places = 0
  for (let place = pending.pop(); place; place = pending.pop()) {
    places += 1
    if (places > MOST_PLACES) throw new SchemaProblem('repeated', place.path)
    const { schema, path, followed } = place
    const level = place.level + (isNesting(schema) ? 1 : 0)
    yield { schema, path, level }
    const reference = schema['$ref']
    if (reference !== undefined) {
      const target = follow(root, reference, place)
      pending.push({ schema: target, path, level, followed: [...followed, String(reference)] })
    }
    for (const part of schemaParts(schema, path)) {
      if (!isJsonObject(part.schema)) continue
      pending.push({ schema: part.schema, path: part.path, level, followed })
      if (pending.length > MOST_PLACES) throw new SchemaProblem('repeated', path)
    }
  }
}

/** Resolves a `$ref`, which may only point into the same schema. */
export function resolveReference(root: JsonObject, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined
  let value: unknown = root
  for (const step of reference.slice(2).split('/')) {
    const name = decodePercent(step.replaceAll('~1', '/').replaceAll('~0', '~'))
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}

function follow(root: JsonObject, reference: unknown, { followed, path }: Pending): JsonObject {
  if (reference === '#' || followed.includes(String(reference))) {
    throw new SchemaProblem('recursive', path)
  }
  if (typeof reference !== 'string' || !reference.startsWith('#/')) {
    throw new SchemaProblem('foreign', path)
  }
  const target = resolveReference(root, reference)
  if (!isJsonObject(target)) throw new SchemaProblem('missing', path)
  return target
}

interface SchemaPart {
  readonly schema: unknown
  readonly path: string
}

/** The schemas directly inside a schema. Other keywords hold data. */
function* schemaParts(schema: JsonObject, path: string): Generator<SchemaPart> {
  for (const keyword of ONE) {
    const value = schema[keyword]
    if (isJsonObject(value)) yield { schema: value, path: pointer(path, keyword) }
  }
  for (const keyword of LISTS) {
    const value = schema[keyword]
    for (const [at, member] of (Array.isArray(value) ? value : []).entries()) {
      yield { schema: member, path: pointer(pointer(path, keyword), at) }
    }
  }
  for (const keyword of MAPS) {
    const value = schema[keyword]
    for (const [name, member] of isJsonObject(value) ? Object.entries(value) : []) {
      yield { schema: member, path: pointer(pointer(path, keyword), name) }
    }
  }
}

function isNesting(schema: JsonObject): boolean {
  const types = [schema['type']].flat()
  return types.includes('object') || types.includes('array') || 'properties' in schema
}

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
  const allowed = allowedValues(schema)
  const declared = [type].flat().filter(one => typeof one === 'string')
  const types = declared.length > 0 ? declared : [inferredType(schema)]
  const isNullable = types.includes('null') || nullable === true || (!type && allowed)
  const mayBeNull = isNullable && (allowed?.includes(null) ?? true)
  return [...types.filter(one => one !== 'null'), ...(mayBeNull ? ['null'] : [])]
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
