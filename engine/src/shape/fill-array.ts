import type { JsonObject } from '@footnote/contract/json-object'
import { itemFields } from './field-cites.ts'
import { fillListItem } from './fill-list-item.ts'
import { fillRanking, isOfRanking } from './fill-ranking.ts'
import { fillRows } from './fill-rows.ts'
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
    return pointsOf(filling, schema, place)
  }
  if (isOfRanking(filling, place)) {
    return fillRanking(filling, items, { place, fillValue, most: mostItems(schema) })
  }
  const rows = await fillRows(filling, items, { place, most: mostItems(schema) })
  if (rows) return rows
  if (isOfSubjects(filling, items, place)) {
    return fillSubjects(filling, items, { place, fillValue, most: mostItems(schema) })
  }
  for await (const found of lookUpPlace(filling, place)) {
    filling.spend()
    const list = listIn(found)
    const values = list
      ?.slice(0, mostItems(schema))
      .map(item => fillListItem(filling, items, { item, place }))
    if (values && !values.includes(undefined)) {
      return { value: values, cites: [citeOf(found)] }
    }
  }
  throw unsupported()
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

function pointsOf({ summary }: Filling, schema: JsonObject, { pointer: at }: Place): Filled {
  const points = summary.slice(0, mostItems(schema))
  if (points.length === 0) throw unsupported()
  const items = points.map(point => ({ value: point.text, cites: summaryCites([point]) }))
  return {
    value: items.map(({ value }) => value),
    cites: items.flatMap(({ cites }) => cites),
    fields: itemFields(items, at),
  }
}

function isFreeText(schema: JsonObject): boolean {
  return typesOf(schema).includes('string') && schema['enum'] === undefined
}

/** The caller may want only so many. */
export function mostItems({ maxItems }: JsonObject): number {
  return typeof maxItems === 'number' ? Math.max(0, Math.min(maxItems, MOST_ITEMS)) : MOST_ITEMS
}
