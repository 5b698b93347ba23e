import type { JsonObject } from '@footnote/contract/json-object'
import { sentences } from '../text/sentences.ts'
import { fillListItem } from './fill-list-item.ts'
import { summaryCites } from './fill-sources.ts'
import { fillSubjects, isOfSubjects } from './fill-subjects.ts'
import type { FillValue } from './fill-value.ts'
import { type Filled, type Filling, unsupported } from './filling.ts'
import { citeOf, type Found } from './found-text.ts'
import { lookUpPlace } from './look-up-place.ts'
import type { Place } from './place.ts'
import type { Role } from './property-role.ts'
import { branchesOf, readSchema, typesOf } from './read-schema.ts'
import { type ListItem, namesListed, splitList } from './split-list.ts'

const MOST_ITEMS = 100

export async function fillArray(
  filling: Filling,
  schema: JsonObject,
  { place, role, fillValue }: { place: Place; role: Role; fillValue: FillValue },
): Promise<Filled> {
  const items = readSchema(filling.schema, schema['items'])
  if (role === 'points' && branchesOf(filling.schema, items).some(isFreeText)) {
    return limited(schema, pointsOf(filling, place))
  }
  if (isOfSubjects(filling, items, place)) {
    return limited(schema, await fillSubjects(filling, items, { place, fillValue }))
  }
  for await (const found of lookUpPlace(filling, place)) {
    filling.spend()
    const list = listIn(found)
    const values = list
      ?.slice(0, MOST_ITEMS)
      .map(item => fillListItem(filling, items, { item, place }))
    if (values && !values.includes(undefined)) {
      return limited(schema, { value: values, cites: [citeOf(found)] })
    }
  }
  throw unsupported(place.pointer)
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
function limited({ maxItems }: JsonObject, { value, cites }: Filled): Filled {
  if (!Array.isArray(value) || typeof maxItems !== 'number') return { value, cites }
  return { value: value.slice(0, Math.max(0, maxItems)), cites: maxItems > 0 ? cites : [] }
}
