import { readSupport } from '../../engine/src/extractive/judge-claims.ts'
import { openReader } from '../../engine/src/reader/open-reader.ts'
import type { Reader } from '../../engine/src/reader/reader.ts'
import { type AttributionLine, readAttributionLines } from './attribution-lines.ts'
import type { Interval } from './interval.ts'
import { macroF1, macroF1Interval, type Outcome } from './macro-f1.ts'
import { relatedLines } from './related-lines.ts'

export interface VerifierRow {
  readonly name: string
  readonly n: number
  readonly macroF1: number
  readonly interval: Interval
}

/** Measures how well shared words and the reading model judge claims, in all and for each source. */
export async function measureVerifier(
  lines: readonly AttributionLine[],
  reader: Reader,
): Promise<VerifierRow[]> {
  const groups = relatedLines(lines)
  const outcomes: (Outcome & { source: string; group: number })[] = []
  for (const [index, { claim, references, ...line }] of lines.entries()) {
    const support = await readSupport(reader, { text: claim, quotes: references })
    outcomes.push({
      source: line.src_dataset,
      group: groups[index] ?? index,
      isSupported: line.attribution_label === 'attributable',
      isJudgedSupported: support.supported,
    })
  }
  const sources = [...new Set(outcomes.map(({ source }) => source))].sort()
  return [
    toRow('all', outcomes),
    ...sources.map(source =>
      toRow(
        source,
        outcomes.filter(outcome => outcome.source === source),
      ),
    ),
  ]
}

function toRow(name: string, outcomes: readonly (Outcome & { group: number })[]): VerifierRow {
  const groups = Map.groupBy(outcomes, ({ group }) => group)
  return {
    name,
    n: outcomes.length,
    macroF1: macroF1(outcomes),
    interval: macroF1Interval([...groups.values()]),
  }
}

/** Prints one line for each row. */
function formatVerifierRows(rows: readonly VerifierRow[]): string {
  return rows
    .map(({ name, n, macroF1: score, interval: { low, high } }) =>
      [
        name.padEnd(20),
        String(n).padStart(6),
        `  macro-F1 ${score.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
      ].join(''),
    )
    .join('\n')
}

if (import.meta.main) {
  const lines = readAttributionLines(process.argv[2] ?? '../shared/data')
  const reader = await openReader()
  process.stdout.write(`${formatVerifierRows(await measureVerifier(lines, reader))}\n`)
  await reader.close()
}
