import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { NoResult } from '../research.ts'
import { shown } from './filling.ts'
import { SchemaProblem, walkSchema } from './walk-schema.ts'

const MOST_PLACES = 4_000
const MOST_LEVELS = 40
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
    throw error instanceof SchemaProblem ? toNoResult(error) : error
  }
}

function toNoResult({ kind, path }: SchemaProblem): NoResult {
  switch (kind) {
    case 'recursive':
      return new NoResult(
        `The schema refers to itself at ${shown(path)}: write it without recursion.`,
      )
    case 'repeated':
      return new NoResult(
        'The schema is too large once its references are written out: simplify it.',
      )
    default:
      return new NoResult(
        `The $ref at ${shown(path)} cannot be followed: refer to a definition by #/$defs/<name>.`,
      )
  }
}

function refuseKeywords(schema: JsonObject, path: string): void {
  const refused = REFUSED.find(keyword => Object.hasOwn(schema, keyword))
  if (refused !== undefined) {
    throw new NoResult(
      `The schema uses ${refused} at ${shown(path)}, which is not supported: leave it out, or list the values as enum.`,
    )
  }
  if (path !== '' && Object.hasOwn(schema, '$id')) {
    throw new NoResult(`The schema has an $id of its own at ${shown(path)}: leave it out.`)
  }
  if (Array.isArray(schema['items'])) {
    throw new NoResult(`The schema lists items by position at ${shown(path)}: use prefixItems.`)
  }
  const properties = schema['properties']
  if (isJsonObject(properties) && Object.hasOwn(properties, '__proto__')) {
    throw new NoResult(`The schema has a property called __proto__ at ${shown(path)}: rename it.`)
  }
}
