import type { JsonObject } from '@footnote/contract/json-object'
import { typesOf } from './read-schema.ts'
import { allowedValues } from './sanitise-schema.ts'

/** Alternatives of a place in a schema, as `branchesOf` gives them, and which values they allow. */
export type Branches = readonly JsonObject[]

export function ofType(branches: Branches, type: 'object' | 'array'): Branches {
  return branches.filter(branch => !allowedValues(branch) && typesOf(branch).includes(type))
}

/** Those that allow a single value, by its type or because they list it. */
export function fitting(branches: Branches, value: string | number | boolean): Branches {
  return branches.filter(branch => {
    const allowed = allowedValues(branch)
    if (allowed) return allowed.includes(value)
    const types = typesOf(branch)
    return types.includes(typeof value) || (Number.isInteger(value) && types.includes('integer'))
  })
}

export function allowNull(branches: Branches): boolean {
  return branches.some(
    branch => allowedValues(branch)?.includes(null) ?? typesOf(branch).includes('null'),
  )
}

/** Whether the caller has left no choice but this value, so that there is nothing to prove. */
export function isForced(branches: Branches, value: unknown): boolean {
  const lists = branches.map(allowedValues)
  return lists.length > 0 && lists.every(list => list?.length === 1 && list[0] === value)
}

/** For the model that wrote something else. */
export function wantedTypes(branches: Branches): string {
  if (branches.some(branch => allowedValues(branch))) return 'one of the listed values'
  return [...new Set(branches.flatMap(typesOf))].join(' or ') || 'left out'
}
