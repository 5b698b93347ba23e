import type { Passage } from '../library/passage.ts'

/** Returns the documents whose title or passages contain one of the names. */
export function documentsNaming(
  names: readonly string[],
  passages: readonly Passage[],
): ReadonlySet<number> {
  const wanted = names.map(name => name.toLowerCase().split(/\s+/))
  const found = new Set<number>()
  for (const [documentId, own] of Map.groupBy(passages, passage => passage.documentId)) {
    const said = own.flatMap(({ title, headings, text }) => [title, ...headings, text])
    // Splitting the text into words would take longer than everything else about a question.
    const folded = said.join('\n').toLowerCase()
    if (wanted.some(name => name.every(word => folded.includes(word)))) found.add(documentId)
  }
  return found
}
