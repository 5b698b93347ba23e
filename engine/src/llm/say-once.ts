import type { Statement } from '../evidence/statement.ts'
import { contentStems } from '../text/words.ts'
import type { Section } from '../write/draft.ts'

/** Sentences on the same evidence that share more than this of the shorter one say the same. */
const MOST_SHARED = 0.85
/** Beyond so many on the same evidence only those that are alike to the letter are found. */
const MOST_COMPARED = 100

interface Said {
  readonly stems: ReadonlySet<string>
  readonly digits: string
}

/** The sections without what an earlier sentence says already. */
export function sayOnce(sections: readonly Section[]): Section[] {
  const texts = new Set<string>()
  const byEvidence = new Map<string, Said[]>()
  const isNew = ({ text, evidence }: Statement) => {
    const key = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}%$€£.,-]+/gu, ' ')
      .replace(/[\s.,-]+$/, '')
    if (texts.has(key)) return false
    texts.add(key)
    const place = evidence
      .map(({ id }) => id)
      .toSorted((one, other) => one - other)
      .join()
    const said = { stems: contentStems(text), digits: digitsOf(text) }
    const others = byEvidence.get(place) ?? []
    byEvidence.set(place, others)
    if (others.some(other => saysAgain(said, other))) return false
    if (others.length < MOST_COMPARED) others.push(said)
    return true
  }
  return sections.map(section => ({
    ...section,
    paragraphs: section.paragraphs.map(statements => statements.filter(isNew)),
    ...(section.bullets && { bullets: section.bullets.filter(isNew) }),
  }))
}

/** With other figures it is another sentence, however alike the words are. */
function saysAgain(one: Said, other: Said): boolean {
  const fewer = Math.min(one.stems.size, other.stems.size)
  if (fewer === 0 || one.digits !== other.digits) return false
  let shared = 0
  for (const stem of one.stems) if (other.stems.has(stem)) shared += 1
  return shared / fewer > MOST_SHARED
}

function digitsOf(text: string): string {
  return (text.match(/\d+/g) ?? []).toSorted().join(' ')
}
