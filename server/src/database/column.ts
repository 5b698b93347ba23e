/**
 * One column of a batch as PostgreSQL writes an array. For words, numbers and identifiers of ours
 * alone: none of them needs quoting.
 */
export function column<Item>(
  items: readonly Item[],
  read: (item: Item) => string | number | bigint | boolean | null | undefined,
): string {
  return `{${items.map(item => read(item) ?? 'null').join(',')}}`
}
