import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { SchemaNotSupported } from '../research.ts'
import { SchemaProblem, walkSchema } from './walk-schema.ts'

const MOST_PLACES = 4_000
const MOST_LEVELS = 40
const LONGEST_POINTER = 200
/** A caller's regular expression can take for ever, and these others can refer to anything. */
const REFUSED = ['pattern', 'patternProperties', '$dynamicRef', '$recursiveRef', '$async']

/**
 * Refuses what could not be filled or validated in bounded time, before anything is looked up. What
 * the wire allows is a matter of the wire.
 */
export function refuseUnfillable(root: JsonObject): void {
  try {
    for (const { schema, path, level } of walkSchema(root, {
      most: MOST_PLACES,
      withDefinitions: true,
    })) {
      if (level > MOST_LEVELS) throw new SchemaProblem('repeated', path)
      refuseKeywords(schema, path)
    }
  } catch (error) {
    throw error instanceof SchemaProblem ? toRefusal(error) : error
  }
}

function toRefusal({ kind, path }: SchemaProblem): SchemaNotSupported {
  switch (kind) {
    case 'recursive':
      return new SchemaNotSupported(
        `The schema refers to itself at ${shown(path)}: write it without recursion.`,
      )
    case 'repeated':
      return new SchemaNotSupported(
        'The schema is too large once its references are written out: simplify it.',
      )
    default:
      return new SchemaNotSupported(
        `The $ref at ${shown(path)} cannot be followed: refer to a definition by #/$defs/<name>.`,
      )
  }
}

function refuseKeywords(schema: JsonObject, path: string): void {
  const refused = REFUSED.find(keyword => Object.hasOwn(schema, keyword))
  if (refused !== undefined) {
    throw new SchemaNotSupported(
      `The schema uses ${refused} at ${shown(path)}, which is not supported: leave it out, or list the values as enum.`,
    )
  }
  if (path !== '' && Object.hasOwn(schema, '$id')) {
    throw new SchemaNotSupported(
      `The schema has an $id of its own at ${shown(path)}: leave it out.`,
    )
  }
  if (Array.isArray(schema['items'])) {
    throw new SchemaNotSupported(
      `The schema lists items by position at ${shown(path)}: use prefixItems.`,
    )
  }
  const properties = schema['properties']
  if (isJsonObject(properties) && Object.hasOwn(properties, '__proto__')) {
    throw new SchemaNotSupported(
      `The schema has a property called __proto__ at ${shown(path)}: rename it.`,
    )
  }
}

/** Shortens a pointer for a message: the caller chose it, so it may have any length. */
function shown(pointer: string): string {
  return pointer.length > LONGEST_POINTER ? `${pointer.slice(0, LONGEST_POINTER)}…` : pointer || '/'
}
