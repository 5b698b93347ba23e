import { isJsonObject, type JsonObject } from './json-object.ts'
import { limits } from './limits.ts'
import { type Problem, pointer } from './problem.ts'
import { findBoundProblems } from './schema-bounds.ts'

/** A value in the caller's schema, and its path. */
interface Place {
  readonly value: unknown
  readonly path: string
  readonly kind: 'schema' | 'schemas' | 'data'
  /** How many object and array schemas enclose this place. */
  readonly level: number
  readonly depth: number
}

const SCHEMA_KEYWORDS = new Set([
  ...['items', 'additionalItems', 'unevaluatedItems', 'contains'],
  ...['unevaluatedProperties', 'propertyNames', 'contentSchema'],
  ...['not', 'if', 'then', 'else'],
])
const SCHEMA_LIST_KEYWORDS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SCHEMA_MAP_KEYWORDS = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependencies'],
  ...['$defs', 'definitions'],
])

/**
 * The rules for `output_schema` that hold before anything is charged: a root object, closed objects
 * with every property required, bounds that some value can meet, and limits that keep a hostile
 * schema cheap. It walks with an explicit stack, since the caller chooses the depth.
 */
export function findSchemaProblems(schema: unknown, rootPath: string): Problem[] {
  const problems: Problem[] = []
  const report = (path: string, message: string) => problems.push({ path, message })
  const { outputSchemaLevels, outputSchemaProperties, outputSchemaJsonDepth, outputSchemaPlaces } =
    limits
  let propertyCount = 0
  let placeCount = 0

  if (isJsonObject(schema) && schema['type'] !== 'object') {
    report(pointer(rootPath, 'type'), 'must be "object" at the root')
  }
  const pending: Place[] = [{ value: schema, path: rootPath, kind: 'schema', level: 0, depth: 0 }]
  for (let place = pending.pop(); place; place = pending.pop()) {
    if (problems.length >= limits.reportedProblems) break
    placeCount += 1
    if (placeCount > outputSchemaPlaces) {
      report(rootPath, `must not have more than ${outputSchemaPlaces} values in all`)
      break
    }
    const { value, path, kind } = place
    if (typeof value === 'string' && !value.isWellFormed()) {
      report(path, 'must be well-formed Unicode')
    }
    if (typeof value !== 'object' || value === null) continue
    if (place.depth > outputSchemaJsonDepth) {
      report(path, `must not be nested more than ${outputSchemaJsonDepth} JSON levels deep`)
      break
    }
    let level = place.level
    if (kind === 'schema' && isJsonObject(value)) {
      problems.push(...findBoundProblems(value, path))
      const object = isObjectSchema(value)
      if (object) problems.push(...findObjectProblems(value, path))
      if (object || isArraySchema(value)) level += 1
      if (level > outputSchemaLevels) {
        report(path, `must not be nested more than ${outputSchemaLevels} levels deep`)
        break
      }
      if (isJsonObject(value['properties']))
        propertyCount += Object.keys(value['properties']).length
      if (propertyCount > outputSchemaProperties) {
        report(rootPath, `must not define more than ${outputSchemaProperties} properties`)
        break
      }
    }
    for (const child of childrenOf({ ...place, level }, report)) {
      if (pending.length > outputSchemaPlaces) break
      pending.push(child)
    }
  }
  return problems
}

function* childrenOf(
  { value, path, kind, level, depth }: Place,
  report: (path: string, message: string) => void,
): Generator<Place> {
  const isList = Array.isArray(value)
  for (const [key, child] of Object.entries(value as object)) {
    if (!key.isWellFormed()) report(path, 'must have well-formed Unicode names')
    const childKind = isList && kind !== 'data' ? 'schema' : kindOfMember(kind, key, child)
    yield {
      value: child,
      path: pointer(path, key),
      kind: childKind,
      level,
      depth: depth + 1,
    }
  }
}

function kindOfMember(kind: Place['kind'], key: string, child: unknown): Place['kind'] {
  if (kind === 'data') return 'data'
  if (kind === 'schemas') return 'schema'
  if (SCHEMA_MAP_KEYWORDS.has(key) && isJsonObject(child)) return 'schemas'
  if (SCHEMA_LIST_KEYWORDS.has(key) && Array.isArray(child)) return 'schemas'
  // `items` may hold a list of schemas in older drafts: each of its members is one.
  if (SCHEMA_KEYWORDS.has(key)) return Array.isArray(child) ? 'schemas' : 'schema'
  return 'data'
}

function findObjectProblems(schema: JsonObject, path: string): Problem[] {
  const problems: Problem[] = []
  if (schema['additionalProperties'] !== false) {
    problems.push({
      path: pointer(path, 'additionalProperties'),
      message: 'must be false on every object',
    })
  }
  const properties = schema['properties']
  if (properties === undefined) return problems
  if (!isJsonObject(properties)) {
    problems.push({ path: pointer(path, 'properties'), message: 'must be an object' })
    return problems
  }
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const missing = Object.keys(properties).filter(name => !required.has(name))
  for (const name of missing.slice(0, limits.reportedProblems)) {
    problems.push({
      path: pointer(path, 'required'),
      message: `must list every property; "${name.toWellFormed().slice(0, 100)}" is missing (what may be unknown is null, not left out)`,
    })
  }
  return problems
}

function isObjectSchema(schema: JsonObject): boolean {
  return hasType(schema, 'object') || 'properties' in schema || 'additionalProperties' in schema
}

function isArraySchema(schema: JsonObject): boolean {
  return hasType(schema, 'array') || 'items' in schema || 'prefixItems' in schema
}

function hasType(schema: JsonObject, type: string): boolean {
  const declared = schema['type']
  return declared === type || (Array.isArray(declared) && declared.includes(type))
}
