import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { WrittenStatement } from '../evidence/written-statement.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { contentStems } from '../text/words.ts'
import { checkStatement } from './prove-statement.ts'

/** How many other quotes are tried for a sentence. */
const MOST_TRIED = 4

export type CiteBetter = (statement: WrittenStatement) => WrittenStatement | undefined

/**
 * Finds the quote that a sentence should have cited: the best of the ledger by the words that they
 * share. It must do alone, since beside the others it could lend its figures to what they are about;
 * it must bear the sentence out by itself, and share more words with it than what was cited does. A
 * sentence that is false of one thing must not be saved by what is said of another.
 */
export function createCiteBetter(
  ledger: Ledger,
  { policy, language }: { policy: SourcePolicy; language: string },
): CiteBetter {
  const entries = ledger.entries
    .filter(({ passage }) => policy.admits(passage))
    .map(entry => ({ entry, stems: contentStems(`${entry.passage.title} ${entry.quote}`) }))
  return statement => {
    const stems = contentStems(statement.text)
    const cited = entries.filter(({ entry }) => statement.evidence.includes(entry))
    const least = Math.max(0, ...cited.map(({ stems: own }) => countShared(stems, own)))
    const others = entries
      .filter(({ entry }) => !statement.evidence.includes(entry))
      .map(({ entry, stems: own }) => ({ entry, shared: countShared(stems, own) }))
      .filter(({ shared }) => shared > least)
      .toSorted((one, other) => other.shared - one.shared)
      .slice(0, MOST_TRIED)
    return others
      .map(({ entry }) => withEvidence(statement, entry))
      .find(one => checkStatement(one, { policy, language }).verdict === 'kept')
  }
}

/** Facts rest on evidence of their own, which stays with them. */
function withEvidence(statement: WrittenStatement, entry: Evidence): WrittenStatement {
  const own = statement.facts.flatMap(fact => fact.evidence)
  return { ...statement, evidence: [...new Set([entry, ...own])], isVerbatim: false }
}

function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const stem of one) if (other.has(stem)) shared += 1
  return shared
}
