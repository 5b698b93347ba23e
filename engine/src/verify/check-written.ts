import { alignClaim } from './align-claim.ts'
import { checkFigures } from './check-figures.ts'
import type { QuotedText } from './figure-source.ts'
import { findMisplaced } from './find-misplaced.ts'
import { findQuotations, isSaid } from './find-quotations.ts'
import { hasCapitalNouns } from './named-words.ts'
import type { Problem } from './problem.ts'
import { renamedWords } from './renamed-words.ts'
import { wrongFigures } from './wrong-figures.ts'

interface CheckOptions {
  readonly language: string
  /** Whether words of the sentence can be found in the quotes at all. */
  readonly isComparable: boolean
}

const ADDRESS = /[\p{L}\p{N}_-]+(?:[.@][\p{L}\p{N}_-]+)*[.@]\p{Ll}{2,24}(?![\p{L}\p{N}])/gu

/**
 * What a sentence that nobody vouches for states and its quotes do not: every number stands in a
 * quote, in the same unit, and so does everything in quotation marks and every address.
 */
export function checkWritten(
  plain: string,
  quotes: readonly QuotedText[],
  { language, isComparable }: CheckOptions,
): Problem[] {
  const said = quotes.map(({ text }) => text)
  const titles = quotes.map(({ about = '' }) => about)
  const texts = [...said, ...titles]
  const alignment = alignClaim(plain, texts)
  // A translation may have put a term or a title into its own words.
  const speech = findQuotations(plain, isComparable ? { leastWords: 1 } : {})
    .filter(text => !isSaid(text, said, titles))
    .map(text => ({ kind: 'quotation', text }) as const)
  const worded =
    isComparable && !hasCapitalNouns(language)
      ? checkFigures(plain, texts, { alignment, isStrict: true }).filter(
          ({ kind }) => kind === 'name' || kind === 'negation',
        )
      : renamedWords(plain, texts)
  const misplaced = isComparable ? findMisplaced(plain, alignment) : []
  const addresses = (plain.match(ADDRESS) ?? [])
    .filter(address => !said.some(text => text.toLowerCase().includes(address.toLowerCase())))
    .map(text => ({ kind: 'name', text }) as const)
  return [
    ...speech,
    ...addresses,
    ...wrongFigures(plain, quotes, language),
    ...worded,
    ...misplaced,
  ]
}
