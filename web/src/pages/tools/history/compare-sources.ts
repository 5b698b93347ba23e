import type { HistoryRun } from '../../../history/history-run.ts'

/** Counts the sources of two runs, and those that both have. */
export function compareSources(one: HistoryRun, other: HistoryRun) {
  const [first, second] = [addressesOf(one), addressesOf(other)]
  return { one: first.size, other: second.size, both: first.intersection(second).size }
}

function addressesOf({ outcome }: HistoryRun): ReadonlySet<string> {
  if (outcome.kind !== 'result') return new Set()
  const { result } = outcome
  return new Set(
    'answer' in result
      ? result.citations.map(({ source }) => source)
      : result.output.sources.map(({ url }) => url),
  )
}
