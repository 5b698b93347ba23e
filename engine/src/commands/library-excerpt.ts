import { words } from '../text/words.ts'

const LONGEST = 400
const STEP = 40

/** The part of a passage in which most of the wanted words stand, cut at white space. */
export function excerpt(text: string, wanted: ReadonlySet<string>): string {
  if (text.length <= LONGEST) return text.trim()
  const hits = words(text).filter(({ stem }) => wanted.has(stem))
  let best = { start: 0, different: 0 }
  for (let start = 0; start < text.length; start += STEP) {
    const within = hits.filter(hit => hit.start >= start && hit.end <= start + LONGEST)
    const different = new Set(within.map(({ stem }) => stem)).size
    if (different > best.different) best = { start, different }
  }
  const from = best.start === 0 ? 0 : text.indexOf(' ', best.start) + 1
  const end = from + LONGEST
  const to = end >= text.length ? text.length : Math.max(from, text.lastIndexOf(' ', end))
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`
}
