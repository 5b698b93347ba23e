/** Limits on the history of one browser. */
export const historyLimits = { runs: 200, bytes: 10_000_000 } as const

interface Sized {
  readonly id: string
  readonly startedAt: number
  readonly isStarred: boolean
  readonly bytes: number
}

/**
 * Chooses the rows to delete for a new one: the oldest without a star. Returns undefined if the new
 * row does not fit even then, because rows with a star are never deleted.
 */
export function makeRoom(rows: readonly Sized[], added: Sized): readonly string[] | undefined {
  const others = rows.filter(({ id }) => id !== added.id)
  let count = others.length + 1
  let bytes = others.reduce((sum, row) => sum + row.bytes, added.bytes)
  const evicted: string[] = []
  const unstarred = others
    .filter(({ isStarred }) => !isStarred)
    .sort((one, other) => one.startedAt - other.startedAt)
  for (const row of unstarred) {
    if (count <= historyLimits.runs && bytes <= historyLimits.bytes) break
    evicted.push(row.id)
    count -= 1
    bytes -= row.bytes
  }
  return count <= historyLimits.runs && bytes <= historyLimits.bytes ? evicted : undefined
}
