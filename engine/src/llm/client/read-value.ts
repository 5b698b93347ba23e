import { isJsonObject } from '@footnote/contract/json-object'
import type { Static, TSchema } from 'typebox'
import { Check, Clean, Errors } from 'typebox/value'
import { findJson } from './find-json.ts'

const MOST_PROBLEMS = 8
const DEEPEST = 32

/** The value that a reply holds, or what is wrong with it: places and rules, nothing that it said. */
export function readValue<Shape extends TSchema>(
  reply: string,
  { shape, mayRepair }: { readonly shape: Shape; readonly mayRepair: boolean },
): { readonly value: Static<Shape> } | { readonly problems: readonly string[] } {
  let problems: readonly string[] | undefined
  for (const found of findJson(reply, { mayRepair })) {
    // What was not asked for is left out, where the shape does not leave that open.
    const tidy = Clean(shape, dropNulls(shape, found))
    if (Check(shape, tidy)) return { value: tidy }
    problems ??= describeProblems(shape, tidy)
  }
  return { problems: problems ?? ['it is no JSON'] }
}

function describeProblems(shape: TSchema, value: unknown): string[] {
  const problems = Errors(shape, value).map(
    ({ instancePath, message }) =>
      // A place may hold names that the model made up.
      `${/^[\w/-]{1,80}$/.test(instancePath) ? instancePath : 'the value'} ${message}`,
  )
  return [...new Set(problems)].slice(0, MOST_PROBLEMS)
}

/** Null where something may be left out means that it is left out. */
function dropNulls(schema: unknown, value: unknown, depth = 0): unknown {
  if (!isJsonObject(schema) || depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map(item => dropNulls(schema['items'], item, depth + 1))
  const { properties } = schema
  if (!isJsonObject(value) || !isJsonObject(properties)) return value
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const kept = Object.entries(value).filter(
    ([name, inner]) => inner !== null || required.has(name) || allowsNull(own(properties, name)),
  )
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, dropNulls(own(properties, name), inner, depth + 1)]),
  )
}

/** Names are the model's: `constructor` is one that every object has. */
function own(properties: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

function allowsNull(schema: unknown): boolean {
  return schema !== undefined && Check(schema as TSchema, null)
}
