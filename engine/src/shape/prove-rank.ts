import { isJsonObject } from '@footnote/contract/json-object'
import { roleOf } from './property-role.ts'

/** The place of an item in a list that is in the order of one of its numbers. */
export interface Rank {
  /** From 1. */
  readonly position: number
  /** The property whose numbers put the items in order. */
  readonly by: string
}

/** Whether a property is the item's own place in the list: no source need state it as a number. */
export function isRank(name: string, value: unknown, { position, by }: Rank): boolean {
  return name !== by && roleOf(name) === 'rank' && value === position
}

/** Whether an item says which place it has. */
export function hasRank(item: unknown): boolean {
  return isJsonObject(item) && Object.keys(item).some(name => roleOf(name) === 'rank')
}

/** The first property whose numbers rise or fall from item to item; equal ones have no order. */
export function orderedBy(items: readonly unknown[]): string | undefined {
  const objects = items.filter(isJsonObject)
  const [first] = objects
  if (!first || objects.length < 2 || objects.length < items.length) return undefined
  return Object.keys(first).find(name => {
    if (roleOf(name) === 'rank') return false
    const numbers = objects.map(one => (Object.hasOwn(one, name) ? one[name] : undefined))
    if (!numbers.every(number => typeof number === 'number')) return false
    const steps = numbers.slice(1).map((number, at) => Math.sign(number - (numbers[at] ?? 0)))
    return steps[0] !== 0 && steps.every(step => step === steps[0])
  })
}
