import { subjectOf } from '../library/subject-of.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Source } from '../search/source.ts'
import { contentWords } from '../text/words.ts'
import type { MentionedSubject } from './find-subjects.ts'
import { nearSpellings } from './near-spellings.ts'

const MOST_WORDS = 3

/**
 * The subject that a text without a known one probably means by a misspelled name: the likeliest
 * spelling that a document goes by. Whoever uses it makes sure that the document answers.
 */
export async function findNearSubject(
  text: string,
  { source, policy }: { source: Source; policy: SourcePolicy },
): Promise<MentionedSubject | undefined> {
  const all = contentWords(text)
  const capitals = all.filter(word => word.start > 0 && /^\p{Lu}/u.test(word.text))
  const candidates = (capitals.length > 0 ? capitals : all.toReversed())
    .map(word => ({ word, spellings: nearSpellings(word.folded) }))
    .filter(({ spellings }) => spellings.length > 0)
  for (const { word, spellings } of candidates.slice(0, MOST_WORDS)) {
    // What the sources use themselves is no slip.
    if ((await source.search({ text: word.text, policy, limit: 1 })).length > 0) continue
    const [first, ...others] = await source.findNamed(spellings, policy)
    if (!first) continue
    const same = others.filter(({ name }) => name === first.name)
    return {
      mention: text.slice(word.start, word.end),
      start: word.start,
      name: subjectOf(first.title),
      documentIds: [...new Set([first, ...same].map(({ documentId }) => documentId))],
    }
  }
  return undefined
}
