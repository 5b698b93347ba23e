import { sentences } from '../../text/sentences.ts'
import type { Report } from '../parse-written.ts'

/** A model's report with one sentence in a line, from Markdown. */
export function reportOf(markdown: string): Report {
  // Ids behind a full stop belong to the sentence before it.
  const text = markdown.replace(/([.!?])\s*(\[[EF][^\]]*\])(?=\s|$)/g, ' $2$1')
  const lines = text.split('\n').flatMap(line => {
    if (line === '' || /^[#|-]/.test(line)) return [line]
    return sentences(line).map(({ start, end }) => line.slice(start, end))
  })
  return { lines }
}
