import type { JsonObject } from '@footnote/contract/json-object'
import type { Subject } from '../plan/part.ts'
import { rephrase } from '../plan/rephrase.ts'
import { splitAttributes } from '../plan/split-attributes.ts'
import { type LeadingValue, leadingValue } from '../text/leading-value.ts'
import { words } from '../text/words.ts'
import { sameKind } from '../write/compare-figures.ts'
import { chooseValue } from './choose-value.ts'
import { type Cite, type Filled, type Filling, unsupported } from './filling.ts'
import { citeOf } from './found-text.ts'
import { lookUpPlace } from './look-up-place.ts'
import type { Place } from './place.ts'
import { strongStems } from './property-words.ts'

const MORE =
  /^(?:larger|bigger|greater|higher|more|longer|taller|richer|wealthier|largest|biggest|greatest|highest|most|longest|tallest|richest|wealthiest)$/
const LESS =
  /^(?:smaller|lower|less|fewer|shorter|poorer|smallest|lowest|least|fewest|shortest|poorest)$/
const MOST_SUBJECTS = 20

/** Whether a property asks which of the subjects has more or less of something: `larger`, `lower_gdp`. */
export function isComparison({ subjects }: Filling, { subject, path }: Place): boolean {
  return !subject && subjects.length > 1 && directionOf(path.at(-1) ?? '') !== undefined
}

/** The name of the subject whose figure is the highest or lowest; all figures must be of one kind. */
export async function fillComparison(
  filling: Filling,
  schema: JsonObject,
  place: Place,
): Promise<Filled> {
  const name = place.path.at(-1) ?? ''
  const attribute = comparedBy(filling, name)
  if (attribute === undefined || filling.subjects.length > MOST_SUBJECTS) {
    throw unsupported()
  }
  const figures: Figure[] = []
  for (const subject of filling.subjects) {
    figures.push(await figureOf(filling, { ...place, path: [attribute], subject }, subject))
  }
  const labels = new Set(figures.map(({ label }) => label))
  const sign = directionOf(name) === 'more' ? -1 : 1
  const [first, second] = (sameKind(figures) ?? []).toSorted(
    (one, other) => sign * (one.amount - other.amount),
  )
  if (labels.size > 1 || !first || !second || first.amount === second.amount) {
    throw unsupported()
  }
  const allowed = schema['enum']
  const value = Array.isArray(allowed) ? chooseValue(allowed, first.subject) : first.subject
  if (value === undefined) throw unsupported()
  return { value, cites: figures.map(({ cite }) => cite) }
}

interface Figure {
  readonly subject: string
  readonly label: string
  readonly value: LeadingValue
  readonly cite: Cite
}

async function figureOf(filling: Filling, place: Place, { name }: Subject): Promise<Figure> {
  for await (const found of lookUpPlace(filling, place)) {
    filling.spend()
    if (found.kind !== 'field') continue
    const value = leadingValue(found.passage.text, found.value)
    if (!value.quantity) continue
    const cite = citeOf(found, { end: value.end })
    return { subject: name, label: found.label ?? '', value, cite }
  }
  throw unsupported()
}

function directionOf(name: string): 'more' | 'less' | undefined {
  const all = words(name).map(({ folded }) => folded)
  if (all.some(word => MORE.test(word))) return 'more'
  return all.some(word => LESS.test(word)) ? 'less' : undefined
}

/** By what the property says, else by the one thing that the question asks, else by what the word means. */
function comparedBy({ attributes }: Filling, name: string): string | undefined {
  const all = words(name).filter(({ folded }) => !MORE.test(folded) && !LESS.test(folded))
  const own = all.map(({ text }) => text).join(' ')
  if (strongStems(own).length > 0) return own
  const [asked] = attributes
  if (asked !== undefined) return attributes.length === 1 ? asked : undefined
  return splitAttributes(rephrase(`which is ${name}`), []).attributes[0]
}
