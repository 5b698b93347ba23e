import type { Passage } from '../library/passage.ts'
import type { Question } from '../question/question.ts'
import { contentStems } from '../text/words.ts'
import type { FoundSentence } from './find-sentences.ts'
import { beyond, heldBy, shareOf, weighTerms } from './question-terms.ts'

/** Tells how much of a question a quote from one of the passages holds, as the rules count it. */
export function measureOverlap(
  question: Question,
  passages: readonly Passage[],
): (passage: Passage, quote: string) => Pick<FoundSentence, 'overlap' | 'coverage'> {
  const texts = passages.map(({ text }) => contentStems(text))
  const contexts = new Map(
    passages.map(passage => [
      passage,
      contentStems([passage.title, ...passage.headings].join(' ')),
    ]),
  )
  const vocabulary = new Set([...texts, ...contexts.values()].flatMap(stems => [...stems]))
  const terms = weighTerms(question, { texts, vocabulary })
  return (passage, quote) => {
    const held = heldBy(contentStems(quote), terms)
    const above = heldBy(contexts.get(passage) ?? new Set(), terms)
    const overlap = shareOf(held, terms)
    return { overlap, coverage: Math.min(1, overlap + shareOf(beyond(held, above), terms)) }
  }
}
