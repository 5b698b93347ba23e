import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import { decodePercent } from '../decode-percent.ts'
import { SchemaNotSupported } from '../research.ts'

/** Keywords that map names to schemas, and those that hold data. */
const MAPS = new Set(['properties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'])
const DATA = new Set(['const', 'enum', 'default', 'examples', 'example'])
const MOST_PLACES = 4_000
const MOST_DEPTH = 80
const LONGEST_POINTER = 200

interface SchemaPlace {
  readonly schema: JsonObject
  readonly path: string
  /** References on the way here. */
  readonly followed: readonly string[]
  readonly depth: number
}

/**
 * Visits every schema inside a schema with its references written out, which can make a small schema large.
 * Refuses one that has no end. Uses its own stack, because the caller chooses the depth.
 */
export function* walkSchema(root: JsonObject): Generator<Pick<SchemaPlace, 'schema' | 'path'>> {
  const pending: SchemaPlace[] = [{ schema: root, path: '', followed: [], depth: 0 }]
  let places = 0
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { schema, path, followed, depth } = place
    places += 1
    if (Math.max(places, pending.length) > MOST_PLACES || depth > MOST_DEPTH)
      throw new SchemaNotSupported(
        'The schema is too large once its references are written out: simplify it.',
      )
    yield { schema, path }
    const { $ref } = schema
    if ($ref !== undefined) {
      const target = follow(root, $ref, place)
      pending.push({ ...place, schema: target, followed: [...followed, String($ref)] })
    }
    for (const part of schemaParts(schema, path))
      pending.push({ ...part, followed, depth: depth + 1 })
  }
}

/** The names of all properties in a schema. */
export function propertyNames(schema: JsonObject): string[] {
  return [...walkSchema(schema)].flatMap(one => Object.keys(propertiesOf(one.schema)))
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

function follow(root: JsonObject, reference: unknown, { followed, path }: SchemaPlace): JsonObject {
  if (reference === '#' || followed.includes(String(reference)))
    throw new SchemaNotSupported(
      `The schema refers to itself at ${shown(path)}: write it without recursion.`,
    )
  const target = resolveReference(root, reference)
  if (isJsonObject(target)) return target
  throw new SchemaNotSupported(
    `The $ref at ${shown(path)} cannot be followed: refer to a definition by #/$defs/<name>.`,
  )
}

/** The schemas directly inside a schema. */
function* schemaParts(schema: JsonObject, path: string) {
  for (const [keyword, value] of Object.entries(schema)) {
    if (DATA.has(keyword)) continue
    const at = pointer(path, keyword)
    const isMap = Array.isArray(value) || (MAPS.has(keyword) && isJsonObject(value))
    const members = isMap ? Object.entries(value) : [[undefined, value] as const]
    for (const [name, member] of members)
      if (isJsonObject(member))
        yield { schema: member, path: name === undefined ? at : pointer(at, name) }
  }
}

/** Shortens a pointer for a message: the caller chose it, so it may have any length. */
export function shown(path: string): string {
  return path.length > LONGEST_POINTER ? `${path.slice(0, LONGEST_POINTER)}…` : path || '/'
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
