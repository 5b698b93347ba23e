import type { JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import type { RankedField, Ranking } from '../evidence/finding.ts'
import type { FoundSentence } from '../evidence/found-sentence.ts'
import { subjectOf } from '../library/subject-of.ts'
import type { Span } from '../text/span.ts'
import { itemFields } from './field-cites.ts'
import { fillListItem } from './fill-list-item.ts'
import type { FillValue } from './fill-value.ts'
import { type Cite, type Filled, type Filling, unsupported } from './filling.ts'
import type { Place, Rank } from './place.ts'
import { allStems, strongStems } from './property-words.ts'
import { isObjectSchema } from './read-schema.ts'

/** Names of lists that say no more than that something is in order. */
const ORDERED = new Set(
  allStems(
    'top first ranking ranked rank order leader largest biggest highest smallest lowest most',
  ),
)

/** Whether a list is for the first ones of a kind that the question asks for. */
export function isOfRanking({ ranking, question, subjects }: Filling, place: Place): boolean {
  if (!ranking || subjects.length > 0 || (place.subject && !place.rank)) return false
  const said = new Set([...allStems(question.text), ...allStems(ranking.label), ...ORDERED])
  return strongStems(place.path.at(-1) ?? '').every(stem => said.has(stem))
}

/** The members in their order: by name, or an object each with its place and what is asked of it. */
export async function fillRanking(
  filling: Filling,
  items: JsonObject,
  { place, fillValue, most }: { place: Place; fillValue: FillValue; most: number },
): Promise<Filled> {
  const ranks = (place.rank ? [place.rank] : ranksOf(filling.ranking)).slice(0, most)
  const isWhole = !filling.ranking || !isCut(filling.ranking) || ranks.length >= most
  if (ranks.length === 0 || !isWhole) throw unsupported()
  if (!isObjectSchema(filling.schema, items)) {
    const values = ranks.map(({ subject }) => {
      const item = { text: subject.name, written: subject.name }
      return fillListItem(filling, items, { item, place })
    })
    if (values.includes(undefined)) throw unsupported()
    const listed = ranks.map(({ cites }, at) => ({ value: values[at], cites }))
    const fields = itemFields(listed, place.pointer)
    return { value: values, cites: ranks.flatMap(({ cites }) => cites), fields }
  }
  const filled: Filled[] = []
  for (const [at, rank] of ranks.entries()) {
    const entry = { ...ofRank(place, rank), pointer: pointer(place.pointer, at) }
    filled.push(await fillValue(filling, items, { place: entry, role: 'value' }))
  }
  return {
    value: filled.map(({ value }) => value),
    // The order rests on the figure of each, whether or not it is given.
    cites: [...ranks.flatMap(({ cites }) => cites), ...filled.flatMap(one => one.cites)],
    fields: filled.flatMap(one => one.fields ?? []),
  }
}

/** A place that is about a member of the ranking. */
export function ofRank(place: Place, rank: Rank): Place {
  return { ...place, path: [], description: '', subject: rank.subject, isSubject: true, rank }
}

/** The members of a ranking that were asked for, each with what proves its place. */
export function ranksOf(ranking: Ranking | undefined): Rank[] {
  const { entries = [], place, quality } = ranking ?? {}
  const ranks = entries.map((entry, at) => ({
    // What only have something in common are in no order.
    ...(!quality && { position: at + 1 }),
    subject: {
      name: subjectOf(entry.field.passage.title),
      documentIds: [entry.field.passage.documentId],
    },
    cites: citesOf(entry),
  }))
  return place === undefined ? ranks : ranks.slice(place - 1, place)
}

/** Whether the sources know of more members than the ranking lists. */
function isCut({ entries, beyond, quality }: Ranking): boolean {
  return (beyond?.total ?? quality?.total ?? 0) > entries.length
}

function citesOf({ field, value, scope }: RankedField): Cite[] {
  const cite = ({ passage }: FoundSentence, span: Span): Cite => ({
    passage,
    enter: ledger => [ledger.enter(passage, span)],
  })
  return [
    cite(field, { start: field.span.start, end: value.end }),
    ...(scope ? [cite(scope, scope.span)] : []),
  ]
}
