import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { resolveReference } from './resolve-reference.ts'
import { schemaParts } from './schema-parts.ts'

/** A schema inside the caller's, as often as it is used. */
export interface SchemaPlace {
  readonly schema: JsonObject
  readonly path: string
  /** How many object and array schemas it is in, itself included. */
  readonly level: number
}

/** Why a schema cannot be walked to its end. */
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

interface Pending extends SchemaPlace {
  /** The references on the way here. */
  readonly followed: readonly string[]
}

/**
 * Every place of a schema with its references written out, which make a small schema large. It walks
 * with a stack of its own, since the caller chooses the depth.
 */
export function* walkSchema(
  root: JsonObject,
  { most, withDefinitions }: { readonly most: number; readonly withDefinitions: boolean },
): Generator<SchemaPlace> {
  const pending: Pending[] = [{ schema: root, path: '', level: 0, followed: [] }]
  let places = 0
  for (let place = pending.pop(); place; place = pending.pop()) {
    places += 1
    if (places > most) throw new SchemaProblem('repeated', place.path)
    const { schema, path, followed } = place
    const level = place.level + (isNesting(schema) ? 1 : 0)
    yield { schema, path, level }
    const reference = schema['$ref']
    if (reference !== undefined) {
      const target = follow(root, reference, place)
      const at = { path, level, followed: [...followed, String(reference)] }
      if (isJsonObject(target)) pending.push({ schema: target, ...at })
    }
    for (const part of schemaParts(schema, path)) {
      if (!isJsonObject(part.schema) || (part.isDefinition && !withDefinitions)) continue
      pending.push({ schema: part.schema, path: part.path, level, followed })
      if (pending.length > most) throw new SchemaProblem('repeated', path)
    }
  }
}

function follow(root: JsonObject, reference: unknown, { followed, path }: Pending): unknown {
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

function isNesting(schema: JsonObject): boolean {
  const { type } = schema
  const types = Array.isArray(type) ? type : [type]
  return types.includes('object') || types.includes('array') || 'properties' in schema
}
