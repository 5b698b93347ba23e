import type { Passage } from '../library/passage.ts'

/** The documents that, in their title or in what was read of them, name one of those asked about. */
export function documentsNaming(
  names: readonly string[],
  passages: readonly Passage[],
): ReadonlySet<number> {
  const wanted = names.map(name => name.toLowerCase().split(/\s+/))
  const found = new Set<number>()
  for (const [documentId, own] of Map.groupBy(passages, passage => passage.documentId)) {
    const said = own.flatMap(({ title, headings, text }) => [title, ...headings, text])
    // To take all of it apart into words would take longer than everything else about a question.
    const folded = said.join('\n').toLowerCase()
    if (wanted.some(name => name.every(word => folded.includes(word)))) found.add(documentId)
  }
  return found
}
