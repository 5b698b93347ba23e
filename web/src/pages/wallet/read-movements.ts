import { callSite } from '../../api/call-site.ts'
import type { Movement } from './movement-words.ts'

/** Reads every transaction between two days (UTC), oldest first. */
export async function readMovements(
  days: { from: string; to: string },
  { signal }: { signal?: AbortSignal } = {},
): Promise<Movement[]> {
  const movements: Movement[] = []
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(before)
    movements.push(...page.movements)
    before = page.before
  } while (before !== null)
  return movements.reverse()

  function readPage(start: string | null) {
    const query = { ...days, ...(start !== null && { before: start }) }
    return callSite('movements', { query, ...(signal && { signal }) })
  }
}
