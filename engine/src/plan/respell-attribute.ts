import type { Source } from '../search/source.ts'
import { blocks } from '../text/blocks.ts'
import { words } from '../text/words.ts'
import { nearSpellings } from './near-spellings.ts'
import type { Subject } from './part.ts'

/** The attribute with misspelled words as the labels of the subject's document spell them. */
export async function respellAttribute(
  attribute: string,
  { subject, source }: { subject: Subject; source: Source },
): Promise<string> {
  const [documentId] = subject.documentIds
  const doubtful = words(attribute).filter(({ folded }) => nearSpellings(folded).length > 0)
  if (documentId === undefined || doubtful.length === 0) return attribute
  const labels = (await source.read(documentId)).flatMap(({ text }) =>
    blocks(text).flatMap(block => (block.kind === 'field' ? [block.label] : [])),
  )
  const known = new Set(labels.flatMap(label => words(label).map(({ folded }) => folded)))
  return doubtful.reduceRight((spelled, { folded, start, end }) => {
    const meant = known.has(folded)
      ? undefined
      : nearSpellings(folded).find(spelling => known.has(spelling))
    return meant === undefined ? spelled : `${spelled.slice(0, start)}${meant}${spelled.slice(end)}`
  }, attribute)
}
