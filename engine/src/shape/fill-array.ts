import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import { sentences } from '../text/sentences.ts'
import { words } from '../text/words.ts'
import { fillListItem } from './fill-list-item.ts'
import { summaryCites } from './fill-sources.ts'
import type { FillValue } from './fill-value.ts'
import { type Filled, type Filling, unsupported } from './filling.ts'
import { citeOf, type Found } from './found-text.ts'
import { lookUpPlace } from './look-up-place.ts'
import type { Place } from './place.ts'
import { type Role, roleOf } from './property-role.ts'
import { strongStems, wordsOfName } from './property-words.ts'
import { branchesOf, isObjectSchema, readSchema, typesOf } from './read-schema.ts'
import { type ListItem, namesListed, splitList } from './split-list.ts'

const MOST_ITEMS = 100
/** Names of lists with an entry for each subject. Cities, say, are something of a subject. */
const OF_SUBJECTS = new Set(
  [
    'countries nations territories economies companies organizations organisations corporations',
    'firms entities subjects profiles items results entries records rows data list comparison',
    'comparisons values facts output table overview',
  ].flatMap(names => names.split(' ')),
)

export async function fillArray(
  filling: Filling,
  schema: JsonObject,
  { place, role, fillValue }: { place: Place; role: Role; fillValue: FillValue },
): Promise<Filled> {
  const items = readSchema(filling.schema, schema['items'])
  if (role === 'points' && branchesOf(filling.schema, items).some(isFreeText)) {
    return limited(schema, pointsOf(filling, place))
  }
  const subjects = place.subject ? [place.subject] : filling.subjects
  if (
    isObjectSchema(filling.schema, items) &&
    subjects.length > 0 &&
    isOfSubjects(filling, items, place)
  ) {
    return limited(schema, await perSubject())
  }
  for await (const found of lookUpPlace(filling, place)) {
    filling.spend()
    const list = listIn(found)
    const values = list
      ?.slice(0, MOST_ITEMS)
      .map(item => fillListItem(filling, items, { item, place }))
    if (values && !values.includes(undefined))
      return limited(schema, { value: values, cites: [citeOf(found)] })
  }
  throw unsupported(place.pointer)

  async function perSubject(): Promise<Filled> {
    const filled: Filled[] = []
    for (const [at, subject] of subjects.slice(0, MOST_ITEMS).entries()) {
      const item: Place = {
        ...place,
        pointer: pointer(place.pointer, at),
        description: '',
        subject,
        isSubject: true,
      }
      filled.push(await fillValue(filling, items, { place: item, role: 'value' }))
    }
    const cites = filled.flatMap(one => one.cites)
    // Names alone would say that these are what was asked for.
    if (cites.length === 0) throw unsupported(place.pointer)
    return { value: filled.map(({ value }) => value), cites }
  }
}

/**
 * Whether the entries are the subjects of the question, and not something of theirs: the name of the
 * list says nothing, or its entries name a subject and tell of it what the name says.
 */
function isOfSubjects(filling: Filling, items: JsonObject, { path }: Place): boolean {
  const name = path.at(-1) ?? ''
  if (isAskedFor(filling, name)) return false
  if (name.split(' ').every(word => OF_SUBJECTS.has(word))) return true
  const strong = strongStems(name)
  return branchesOf(filling.schema, items).some(({ properties }) => {
    const keys = isJsonObject(properties) ? Object.keys(properties) : []
    const told = strongStems(
      keys
        .filter(key => roleOf(key) === 'value')
        .map(wordsOfName)
        .join(' '),
    )
    const isTold =
      strong.length > 0 && (told.length === 0 || strong.every(stem => told.includes(stem)))
    return isTold && keys.some(key => roleOf(key) === 'subject')
  })
}

/** "Which countries border Laos?" asks for countries, and Laos is none of them. */
function isAskedFor({ question, subjects }: Filling, name: string): boolean {
  const listed = words(name).at(-1)?.stem ?? ''
  const focus = words(question.focus ?? '').at(-1)?.stem
  return (
    (question.wants === 'list' && focus === listed) ||
    (subjects.length === 1 && question.stems.includes(listed))
  )
}

function listIn(found: Found): readonly ListItem[] | undefined {
  if (found.kind === 'figure') {
    const { values, number } = found.answer
    return number === undefined ? values.map(({ text }) => ({ text, written: text })) : undefined
  }
  const { passage, value } = found
  const text = passage.text.slice(value.start, value.end)
  return found.kind === 'field' ? splitList(text) : namesListed(text)
}

function pointsOf(filling: Filling, { pointer: at }: Place): Filled {
  const { text } = filling.summary
  const points = sentences(text).map(({ start, end }) => text.slice(start, end))
  if (points.length === 0) throw unsupported(at)
  return { value: points.slice(0, MOST_ITEMS), cites: summaryCites(filling) }
}

function isFreeText(schema: JsonObject): boolean {
  return typesOf(schema).includes('string') && schema['enum'] === undefined
}

/** The caller may want only so many. */
function limited(schema: JsonObject, { value, cites }: Filled): Filled {
  const most = schema['maxItems']
  return {
    value:
      Array.isArray(value) && typeof most === 'number' ? value.slice(0, Math.max(0, most)) : value,
    cites,
  }
}
