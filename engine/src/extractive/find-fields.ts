import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Passage } from '../library/passage.ts'
import { blocks } from '../text/blocks.ts'
import { sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'
import { contentStems } from '../text/words.ts'

/** Parts of a label that add nothing to what is asked for. */
const WHOLE = contentStems('name total text value overall')
/** The last part of a label, where it only says that nobody was left out. */
const EVERYBODY = /^(?:total|whole|all) (?:population|people|persons)$/i
/** What is told beside the matter itself. */
const ASIDE = /(?:^|[\s—-])(?:notes?|definition|comparative|former|other)$/i
/** Words of questions that a label may do without. */
const GENERIC = contentStems(
  'rate level number amount average official legal size percent percentage share proportion total ' +
    'figure value people use practise practice speak spoken annual yearly today currently year ' +
    'come get gain become happen sector',
)
/** Whether a word says nothing of what a thing is: many things have a rate. */
export function isGeneric(stem: string): boolean {
  return GENERIC.has(stem)
}

const YEAR = /^(?:1\d{3}|20\d{2})$/
/** Each word that a label has beyond what is asked makes it fit less, each generic one that it lacks too. */
const EXTRA_WORD = 0.2
const LACKING_WORD = 0.7
const ASIDE_WEIGHT = 0.5
const PROSE_WEIGHT = 0.5
/** What fits no more than this belongs to a section of the name. */
export const SECTION_WEIGHT = 0.25

/**
 * What reference works say about an attribute: the fields whose label is it, then the prose that
 * stands under a heading of that name, then the fields of such a section. Years in the attribute say
 * of when the value is to be, not what it is called.
 */
export function findFields(attribute: string, passages: readonly Passage[]): FoundSentence[] {
  const asked = new Set([...contentStems(attribute)].filter(stem => !YEAR.test(stem)))
  // "What share of …" alone names nothing.
  if ([...asked].every(isGeneric)) return []
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
    found.push({ passage, span: { start, end }, text, score, ...about })
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
  const said = contentStems(label)
  const lacking = [...asked].filter(stem => !said.has(stem))
  if (lacking.length === asked.size || !lacking.every(isGeneric)) return 0
  const parts = label.split(' — ')
  const isMore = (stem: string) => !asked.has(stem) && !WHOLE.has(stem)
  // With less than was asked, a label must at least be about nothing else: no birth rate at birth.
  if (lacking.length > 0 && [...contentStems(parts[0] ?? label)].some(isMore)) return 0
  // What stands in parentheses explains a label and makes nothing else of it.
  const counted = contentStems(
    (EVERYBODY.test(parts.at(-1) ?? '') ? parts.slice(0, -1).join(' ') : label).replace(
      /\([^()]*\)/g,
      '',
    ),
  )
  if (![...asked].some(stem => counted.has(stem))) return 0
  const extra = [...counted].filter(isMore).length
  const weight = (ASIDE.test(label) ? ASIDE_WEIGHT : 1) * LACKING_WORD ** lacking.length
  return weight / (1 + EXTRA_WORD * extra)
}

function placeOf({ passage, span }: FoundSentence): number {
  return passage.start + span.start
}
