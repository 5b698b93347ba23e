import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Passage } from '../library/passage.ts'
import type { Subject } from '../plan/part.ts'
import { rephrase } from '../plan/rephrase.ts'
import type { TableAnswer } from '../tables/table-answer.ts'
import { bearsTitle } from './bears-title.ts'
import { allStems, gistOf, groupStems, strongStems } from './property-words.ts'

/** What a source must speak of for a value of it to be the one that is asked for. */
export interface Asked {
  /** The property's own name in words. */
  readonly name: string
  /** Each of these. */
  readonly strong: readonly string[]
  /** Or each of these, what reference works call the same. */
  readonly rephrased: readonly string[]
  /** Each of these too, unless the name leaves no doubt. */
  readonly group: readonly string[]
  /** Most of these, from the description. */
  readonly described: readonly string[]
  /** The more of these, the better. */
  readonly all: readonly string[]
}

/** The last parts of labels that only say "the whole of it", and those that tell of something else. */
const WHOLE = /^(?:name|total|text|value|overall|total population)$/i
const ASIDE = /(?:^|[\s—-])(?:notes?|definition)$/i
/** Words that make something else of what a label names: GDP per capita is no GDP. */
const MODIFIERS = new Set(
  allStems('per capita growth change share rank composition comparative youth'),
)
/** What is calculated is called by what was done, which no table says. */
const OPERATIONS = new Set(
  allStems('change difference growth increase decrease decline ratio average mean sum proportion'),
)
const LEAST_DESCRIBED = 0.5
const MOST_CITED = 20
const SHORTEST_FAMILY = 6
const LEAST_SHARED = 0.75

/** `name` is the property's own name and `around` what encloses it, both in words. */
export function askedOf(
  { name, around, description }: { name: string; around: string; description: string },
  subject: Subject | undefined,
): Asked {
  const ofSubject = new Set(allStems(subject?.name ?? ''))
  const other = (stem: string) => !ofSubject.has(stem)
  const own = strongStems(name).filter(other)
  const gist = gistOf(description)
  return {
    name,
    strong: own.length > 0 ? own : groupStems(around).filter(other),
    rephrased: rephrase(name) === name ? [] : strongStems(rephrase(name)).filter(other),
    group: groupStems(around).filter(other),
    described: strongStems(gist).filter(other),
    all: allStems(`${around} ${name} ${gist}`).filter(other),
  }
}

/** How well a sentence or field speaks of what is asked, above 0; undefined when it does not. */
export function rateSupport(
  { name, strong, rephrased, group, described, all }: Asked,
  found: Pick<FoundSentence, 'passage' | 'span' | 'text' | 'label'>,
): number | undefined {
  const { passage, text, label } = found
  if (label !== undefined && ASIDE.test(label)) return undefined
  const near = stemsOf(text)
  const around = stemsOf([text, passage.title, ...passage.headings, headingOf(found)].join(' '))
  const years = strong.filter(stem => /^\d{4}$/.test(stem))
  if (years.some(year => !near.has(year))) return undefined
  const named = label === undefined ? near : stemsOf(label)
  // What stands in parentheses qualifies: GDP (official exchange rate) is no exchange rate.
  const head = label === undefined ? near : stemsOf(label.replace(/\([^()]*\)/g, ' '))
  const isNamed = strong.some(stem => holds(head, stem))
  const byPhrase = rephrased.length > 0 && shareOf(rephrased, named) === 1 && bearsTitle(name, text)
  // What a field is of stands in its label; its value speaks of much else.
  const titled = stemsOf(
    [label ?? text, passage.title, ...passage.headings, headingOf(found)].join(' '),
  )
  const byName = isNamed && strong.every(stem => years.includes(stem) || holds(titled, stem))
  const byDescription =
    described.length > (strong.length > 0 ? 1 : 0) && shareOf(described, named) > 0.75
  if (!byName && !byPhrase && !byDescription) return undefined
  if (!byPhrase && described.length > 0 && shareOf(described, around) <= LEAST_DESCRIBED) {
    return undefined
  }
  if (isModified(label, [...all, ...rephrased])) return undefined
  const precision = precisionOf(label, [...all, ...rephrased])
  // One word can stand in many labels: `land` of an area is not that of the land boundaries.
  const isClear = strong.length > 1 || precision === 1
  if (!isClear && shareOf(group, around) < 1) return undefined
  return shareOf(all, around) + 0.5 * precision
}

function isModified(label: string | undefined, asked: readonly string[]): boolean {
  return allStems(label ?? '').some(stem => MODIFIERS.has(stem) && !asked.includes(stem))
}

/** Whether the rows or sentences of a figure speak of what is asked. */
export function supportsFigure({ strong, rephrased }: Asked, answer: TableAnswer): boolean {
  const cited = [...answer.values, ...answer.inputs]
  const near = stemsOf(cited.map(lineOf).join(' '))
  const around = stemsOf(
    cited
      .slice(0, MOST_CITED)
      .flatMap(({ passage }) => [passage.text, passage.title, ...passage.headings])
      .concat(cited.map(({ passage }) => passage.tableHeader ?? ''))
      .join(' '),
  )
  const isCalculated = answer.kind === 'calculation'
  return [strong, rephrased].some(asked => {
    const wanted = asked.filter(stem => !isCalculated || !OPERATIONS.has(stem))
    return (
      wanted.length > 0 &&
      shareOf(wanted, around) === 1 &&
      wanted.some(stem => !/^\d/.test(stem) && holds(near, stem))
    )
  })
}

function lineOf({ passage, start, end }: TableAnswer['values'][number]): string {
  const from = passage.text.lastIndexOf('\n', Math.max(0, start - 1)) + 1
  const to = passage.text.indexOf('\n', end)
  return passage.text.slice(from, to === -1 ? undefined : to)
}

/** The last heading before it in its passage. */
function headingOf({ passage, span }: Pick<FoundSentence, 'passage' | 'span'>): string {
  const start = passage.text.lastIndexOf('\n#', span.start)
  const line = passage.text.slice(start + 1, span.start).split('\n')[0] ?? ''
  return line.startsWith('#') ? line : ''
}

/** How much of a label was asked for: "Area — total" fits an area better than "Area — land". */
function precisionOf(label: string | undefined, asked: readonly string[]): number {
  if (label === undefined) return 0
  const wanted = new Set(asked)
  const parts = label.split(' — ').filter((part, at) => at === 0 || !WHOLE.test(part.trim()))
  const own = allStems(parts.join(' ')).filter(stem => !/^\d+$/.test(stem))
  return own.length === 0 ? 0 : own.filter(stem => holds(wanted, stem)).length / own.length
}

/**
 * Whether something was said about the subject: in one of its documents, or in a sentence that names
 * it. A field or a table is about what its document is about, whoever else it names.
 */
export function isAbout(
  subject: Subject,
  { passage, sentence }: { readonly passage: Passage; readonly sentence?: string },
): boolean {
  if (subject.documentIds.includes(passage.documentId)) return true
  if (sentence === undefined && subject.documentIds.length > 0) return false
  const held = stemsOf(`${passage.title} ${sentence ?? ''}`)
  return allStems(subject.name).every(stem => held.has(stem))
}

export function shareOf(wanted: readonly string[], held: ReadonlySet<string>): number {
  if (wanted.length === 0) return 1
  return wanted.filter(stem => holds(held, stem)).length / wanted.length
}

function holds(held: ReadonlySet<string>, stem: string): boolean {
  if (held.has(stem)) return true
  if (stem.length < SHORTEST_FAMILY) return false
  for (const other of held) if (isSameFamily(stem, other)) return true
  return false
}

/** Religion and religious, but not capital and capita. */
function isSameFamily(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length)
  const shared = Math.max(SHORTEST_FAMILY, Math.ceil(longest * LEAST_SHARED))
  return other.length >= shared && one.slice(0, shared) === other.slice(0, shared)
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(allStems(text))
}
