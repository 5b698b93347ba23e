import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { SchemaNotSupported } from '../research.ts'
import { SchemaProblem, walkSchema } from './walk-schema.ts'

const MOST_PLACES = 4_000
const MOST_LEVELS = 40
const LONGEST_POINTER = 200
/** A caller's regular expression can run forever, and the other keywords can refer to anything. */
const REFUSED = ['pattern', 'patternProperties', '$dynamicRef', '$recursiveRef', '$async']

/**
 * Refuses schemas that could not be filled or validated in bounded time, before anything is looked up.
 * The wire has its own limits.
 */
export function refuseUnfillable(root: JsonObject): void {
  try {
    const walk = { most: MOST_PLACES, withDefinitions: true }
    for (const { schema, path, level } of walkSchema(root, walk)) {
      if (level > MOST_LEVELS) throw new SchemaProblem('repeated', path)
      const problem = problemOf(schema, path)
      if (problem !== undefined) throw new SchemaNotSupported(problem)
    }
  } catch (error) {
    throw error instanceof SchemaProblem ? toRefusal(error) : error
  }
}

function toRefusal({ kind, path }: SchemaProblem): SchemaNotSupported {
  if (kind === 'repeated') {
    return new SchemaNotSupported(
      'The schema is too large once its references are written out: simplify it.',
    )
  }
  return new SchemaNotSupported(
    kind === 'recursive'
      ? `The schema refers to itself at ${shown(path)}: write it without recursion.`
      : `The $ref at ${shown(path)} cannot be followed: refer to a definition by #/$defs/<name>.`,
  )
}

function problemOf(schema: JsonObject, path: string): string | undefined {
  const refused = REFUSED.find(keyword => Object.hasOwn(schema, keyword))
  const { items, properties } = schema
  if (refused !== undefined) {
    return `The schema uses ${refused} at ${shown(path)}, which is not supported: leave it out, or list the values as enum.`
  }
  if (path !== '' && Object.hasOwn(schema, '$id')) {
    return `The schema has an $id of its own at ${shown(path)}: leave it out.`
  }
  if (Array.isArray(items)) {
    return `The schema lists items by position at ${shown(path)}: use prefixItems.`
  }
  return isJsonObject(properties) && Object.hasOwn(properties, '__proto__')
    ? `The schema has a property called __proto__ at ${shown(path)}: rename it.`
    : undefined
}

/** Shortens a pointer for a message: the caller chose it, so it may have any length. */
function shown(pointer: string): string {
  return pointer.length > LONGEST_POINTER ? `${pointer.slice(0, LONGEST_POINTER)}…` : pointer || '/'
}
