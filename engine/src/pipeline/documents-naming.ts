import type { Passage } from '../library/passage.ts'
import { contentWords, words } from '../text/words.ts'

/** The documents that, in their title or in what was read of them, name one of those asked about. */
export function documentsNaming(
  names: readonly string[],
  passages: readonly Passage[],
): ReadonlySet<number> {
  const wanted = names.map(name => contentWords(name).map(({ stem }) => stem))
  const found = new Set<number>()
  for (const [documentId, own] of Map.groupBy(passages, passage => passage.documentId)) {
    const texts = own.flatMap(({ title, headings, text }) => [title, ...headings, text])
    const said = new Set(words(texts.join('\n')).map(({ stem }) => stem))
    if (wanted.some(name => name.every(stem => said.has(stem)))) found.add(documentId)
  }
  return found
}
