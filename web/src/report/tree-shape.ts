import { counted } from '../ui/counted.ts'

export type TreeShape =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number' | 'boolean' | 'null'; readonly text: string }
  | {
      readonly kind: 'object' | 'list'
      readonly entries: readonly (readonly [name: string, value: unknown])[]
      /** The number of entries in words, for a closed branch. */
      readonly summary: string
    }

/** Describes how a JSON value is displayed. */
export function treeShape(value: unknown): TreeShape {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) }
  if (Array.isArray(value)) {
    const entries = value.map((item, index) => [String(index), item] as const)
    return { kind: 'list', entries, summary: summaryOf(entries, 'item') }
  }
  if (typeof value !== 'object' || value === null) return { kind: 'null', text: 'null' }
  const entries = Object.entries(value)
  return { kind: 'object', entries, summary: summaryOf(entries, 'field') }
}

/** Counts the values of a tree up to a limit. */
export function countValues(value: unknown, limit: number): number {
  let count = 0
  const open: unknown[] = [value]
  while (open.length > 0 && count < limit) {
    count += 1
    const next = open.pop()
    if (typeof next === 'object' && next !== null)
      for (const child of Object.values(next)) open.push(child)
  }
  return count
}

function summaryOf({ length }: readonly unknown[], noun: string): string {
  return length === 0 ? 'empty' : counted(length, noun)
}
