import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { NoResult } from '../pipeline/research.ts'
import { shown } from './filling.ts'
import { resolveReference } from './resolve-reference.ts'
import { schemaParts } from './schema-parts.ts'

/** With every reference written out. A schema that doubles at each step would never be done. */
const MOST_SCHEMAS = 4_000
const MOST_LEVELS = 40
/** A caller's regular expression can take for ever, and these others can refer to anything. */
const REFUSED = ['pattern', 'patternProperties', '$dynamicRef', '$recursiveRef', '$async']

/** Refuses what could not be filled or validated in bounded time, before anything is looked up. */
export function checkSchema(root: JsonObject): void {
  const sizes = new Map<object, number | 'open'>()
  const measure = (schema: unknown, path: string, level: number): number => {
    if (!isJsonObject(schema)) return 1
    const known = sizes.get(schema)
    if (known === 'open') {
      throw new NoResult(
        `The schema refers to itself at ${shown(path)}: write it without recursion.`,
      )
    }
    if (known !== undefined) return known
    if (level > MOST_LEVELS || sizes.size > MOST_SCHEMAS) throw tooLarge()
    refuseKeywords(schema, path)
    sizes.set(schema, 'open')
    let size = 1
    for (const part of schemaParts(schema, path)) {
      size += measure(part.schema, part.path, level + 1)
      if (size > MOST_SCHEMAS) throw tooLarge()
    }
    if (Object.hasOwn(schema, '$ref')) {
      const target = resolveReference(root, schema['$ref'])
      if (target === undefined) {
        throw new NoResult(
          `The $ref at ${shown(path)} cannot be followed: refer to a definition by #/$defs/<name>.`,
        )
      }
      size += measure(target, path, level + 1)
    }
    if (size > MOST_SCHEMAS) throw tooLarge()
    sizes.set(schema, size)
    return size
  }
  measure(root, '', 0)
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

function tooLarge(): NoResult {
  return new NoResult('The schema is too large once its references are written out: simplify it.')
}
