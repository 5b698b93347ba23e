import type { Passage } from '../library/passage.ts'
import { blocks } from '../text/blocks.ts'
import { sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'
import { contentWords } from '../text/words.ts'
import type { FoundSentence } from './find-sentences.ts'

/** Parts of a label that add nothing to what is asked for. */
const WHOLE = new Set('name total text valu overal'.split(' '))
const NOTE = /(?:^|[\s—-])notes?$/i
/** Each word that a label has beyond what is asked makes it fit less. */
const EXTRA_WORD = 0.2
const PROSE_WEIGHT = 0.5
const SECTION_WEIGHT = 0.25

/**
 * What reference works say about an attribute: the fields whose label is it, then the prose that
 * stands under a heading of that name, then the fields of such a section.
 */
export function findFields(attribute: string, passages: readonly Passage[]): FoundSentence[] {
  const asked = stemsOf(attribute)
  if (asked.size === 0) return []
  const fits = new Map<string, number>()
  const fitOf = (label: string) => {
    const known = fits.get(label) ?? fit(asked, label)
    fits.set(label, known)
    return known
  }
  return passages
    .flatMap(passage => fieldsOf(passage, fitOf))
    .toSorted((one, other) => other.score - one.score || placeOf(one) - placeOf(other))
}

function fieldsOf(passage: Passage, fitOf: (label: string) => number): FoundSentence[] {
  const found: FoundSentence[] = []
  const add = ({ start, end }: Span, score: number, label?: string) => {
    if (score === 0) return
    const text = passage.text.slice(start, end)
    const about = label === undefined ? {} : { label }
    found.push({ passage, span: { start, end }, text, score, overlap: 1, coverage: 1, ...about })
  }
  let section = Math.max(0, ...passage.headings.map(fitOf))
  for (const block of blocks(passage.text)) {
    if (block.kind === 'heading') section = Math.max(section, fitOf(block.title))
    if (block.kind === 'field') {
      const score = Math.max(fitOf(block.label), SECTION_WEIGHT * section)
      add({ start: block.start, end: block.value.end }, score, block.label)
    }
    if (block.kind === 'prose' && section > 0) {
      for (const { start, end } of sentences(passage.text.slice(block.start, block.end))) {
        add({ start: block.start + start, end: block.start + end }, PROSE_WEIGHT * section)
      }
    }
  }
  return found
}

/** 0 when something that was asked for is missing; 1 when the label says that and no more. */
function fit(asked: ReadonlySet<string>, label: string): number {
  const said = stemsOf(label)
  for (const stem of asked) if (!said.has(stem)) return 0
  const extra = [...said].filter(stem => !asked.has(stem) && !WHOLE.has(stem)).length
  return (NOTE.test(label) ? 0.5 : 1) / (1 + EXTRA_WORD * extra)
}

function stemsOf(text: string): Set<string> {
  return new Set(contentWords(text).map(({ stem }) => stem))
}

function placeOf({ passage, span }: FoundSentence): number {
  return passage.start + span.start
}
