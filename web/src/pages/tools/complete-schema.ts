import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { findSchemaProblems } from '@footnote/contract/output-schema'
import { segmentsOf } from './read-schema.ts'

/**
 * The schema with every object closed and every property required, as the contract's own check asks
 * for it. The check names a few problems at a time, so it is asked until nothing can be mended.
 */
export function completeSchema(schema: JsonObject): JsonObject {
  const copy = structuredClone(schema)
  let isMended = true
  while (isMended) {
    const problems = findSchemaProblems(copy, '')
    isMended = problems.map(({ path, message }) => mend(copy, path, message)).some(Boolean)
  }
  return copy
}

function mend(root: JsonObject, path: string, message: string): boolean {
  const segments = segmentsOf(path)
  const owner = valueAt(root, segments.slice(0, -1))
  if (!isJsonObject(owner)) return false
  const write = (member: string, value: unknown) => Object.assign(owner, { [member]: value })
  if (path === '/type') return Boolean(write('type', 'object'))
  if (message.startsWith('must be false on every object'))
    return Boolean(write('additionalProperties', false))
  if (message.startsWith('must list every property') && isJsonObject(owner['properties']))
    return Boolean(write('required', Object.keys(owner['properties'])))
  return false
}

function valueAt(root: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>(
    (value, segment) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)[segment]
        : undefined,
    root,
  )
}
