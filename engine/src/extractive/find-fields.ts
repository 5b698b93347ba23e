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
/** Labels of side remarks. */
const ASIDE = /(?:^|[\s—-])(?:notes?|definition|comparative|former|other)$/i
/** Words of questions that a label may do without. */
const GENERIC = contentStems(
  'rate level number amount average official legal size percent percentage share proportion total ' +
    'figure value people use practise practice speak spoken annual yearly today currently year ' +
    'come get gain become happen sector',
)
/** Returns whether a word says little about the subject: many things have a rate. */
function isGeneric(stem: string): boolean {
  return GENERIC.has(stem)
}

const YEAR = /^(?:1\d{3}|20\d{2})$/
/** Each word that a label has beyond what is asked makes it fit less, each generic one that it lacks too. */
const EXTRA_WORD = 0.2
const LACKING_WORD = 0.7
const ASIDE_WEIGHT = 0.5
const PROSE_WEIGHT = 0.5
/** Score of a field that matches only by the name of its section. */
export const SECTION_WEIGHT = 0.25

/**
 * Finds what reference works say about an attribute: fields with that label, then prose under a heading
 * of that name, then the fields of such a section. Years in the attribute limit the value, not the
 * label.
 */
export function findFields(attribute: string, passages: readonly Passage[]): FoundSentence[] {
  const asked = new Set([...contentStems(attribute)].filter(stem => !YEAR.test(stem)))
  // Words such as "share" alone name nothing.
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

/** Rates a label: 0 if it lacks a word that was asked for, 1 if it says exactly that. */
function fit(asked: ReadonlySet<string>, label: string): number {
  const said = contentStems(label)
  const lacking = [...asked].filter(stem => !said.has(stem))
  if (lacking.length === asked.size || !lacking.every(isGeneric)) return 0
  const parts = label.split(' — ')
  const isMore = (stem: string) => !asked.has(stem) && !WHOLE.has(stem)
  // With less than was asked, a label must at least be about nothing else: no birth rate at birth.
  if (lacking.length > 0 && [...contentStems(parts[0] ?? label)].some(isMore)) return 0
  // Parentheses explain a label without changing its meaning.
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
