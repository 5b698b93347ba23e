import type { Part } from './part.ts'

/** So many parts are named as left out; whoever asks for more gets no list of all of it. */
const MOST_SKIPPED = 100

/**
 * The parts, each once, with those beyond the first `most` marked as skipped. What is compared stays
 * whole: all subjects of an attribute are in, or none.
 */
export function fitParts(parts: readonly Part[], most: number): Part[] {
  const groups = Map.groupBy(withoutRepeats(parts), ({ question, attribute, subject }) =>
    subject && attribute !== undefined ? `of ${attribute}` : question,
  )
  const fitted: Part[] = []
  let room = most
  for (const group of groups.values()) {
    // The first is looked into in any case: a comparison of very many must not come to nothing.
    const fits = group.length <= room || fitted.length === 0
    room = fits ? room - group.length : 0
    fitted.push(
      ...group.slice(0, most * 2).map(part => (fits ? part : { ...part, isSkipped: true })),
    )
  }
  return fitted.slice(0, most * 2 + MOST_SKIPPED)
}

function withoutRepeats(parts: readonly Part[]): Part[] {
  const seen = new Set<string>()
  return parts.filter(({ question, subject }) => {
    const key = `${subject?.name ?? ''}\n${question.toLowerCase()}`
    return !seen.has(key) && seen.add(key)
  })
}
