import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import { contentStems, words } from '../text/words.ts'
import type { FillValue } from './fill-value.ts'
import { type Filled, type Filling, unsupported } from './filling.ts'
import type { Place } from './place.ts'
import { roleOf } from './property-role.ts'
import { strongStems, wordsOfName } from './property-words.ts'
import { branchesOf, isObjectSchema } from './read-schema.ts'

/** Names of lists with an entry for each subject. Cities, say, are something of a subject. */
const OF_SUBJECTS = new Set(
  [
    'countries nations territories economies companies organizations organisations corporations',
    'firms entities subjects profiles items results entries records rows data list comparison',
    'comparisons values facts output table overview',
  ].flatMap(names => names.split(' ')),
)

/**
 * Whether the entries of a list are the subjects of the question, and not something of theirs: the
 * name of the list says so, or its entries name a subject and tell of it what the list is called.
 */
export function isOfSubjects(filling: Filling, items: JsonObject, place: Place): boolean {
  const name = place.path.at(-1) ?? ''
  if (!place.subject && filling.subjects.length === 0) return false
  if (!isObjectSchema(filling.schema, items) || isAskedFor(filling, name)) return false
  if (name.split(' ').every(word => OF_SUBJECTS.has(word))) return true
  const strong = strongStems(name)
  if (place.subject || strong.length === 0) return false
  return branchesOf(filling.schema, items).some(({ properties }) => {
    const keys = isJsonObject(properties) ? Object.keys(properties) : []
    const values = keys.filter(key => roleOf(key) === 'value').map(wordsOfName)
    const told = strongStems(values.join(' '))
    const isTold = told.length === 0 || strong.every(stem => told.includes(stem))
    return isTold && keys.some(key => roleOf(key) === 'subject')
  })
}

/** "Which countries border Laos?" asks for countries, and Laos is none of them. */
function isAskedFor({ question, subjects }: Filling, name: string): boolean {
  const listed = words(name).at(-1)?.stem ?? ''
  return subjects.length === 1 && contentStems(question.text).has(listed)
}

/** An entry for each subject. */
export async function fillSubjects(
  filling: Filling,
  items: JsonObject,
  { place, fillValue, most }: { place: Place; fillValue: FillValue; most: number },
): Promise<Filled> {
  const subjects = place.subject ? [place.subject] : filling.subjects
  const filled: Filled[] = []
  for (const [at, subject] of subjects.slice(0, most).entries()) {
    const entry: Place = {
      ...place,
      pointer: pointer(place.pointer, at),
      description: '',
      subject,
      isSubject: true,
    }
    filled.push(await fillValue(filling, items, { place: entry, role: 'value' }))
  }
  const cites = filled.flatMap(one => one.cites)
  // Names alone would say that these are what was asked for.
  if (cites.length === 0) throw unsupported()
  const fields = filled.flatMap(one => one.fields ?? [])
  return { value: filled.map(({ value }) => value), cites, fields }
}
