import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { NoResult } from '../research.ts'
import { withFields } from './field-cites.ts'
import { fillSources } from './fill-sources.ts'
import type { FillValue } from './fill-value.ts'
import type { Filled, Filling } from './filling.ts'
import type { Place } from './place.ts'
import { placeOfProperty } from './place-of-property.ts'
import { type Role, roleOf } from './property-role.ts'
import { strongStems } from './property-words.ts'
import { readSchema } from './read-schema.ts'

/** Every property in the order of the schema; sources are filled last, when it is known what was used. */
export async function fillObject(
  filling: Filling,
  schema: JsonObject,
  { place, fillValue }: { place: Place; fillValue: FillValue },
): Promise<Filled> {
  const { properties, required } = schema
  const entries = isJsonObject(properties) ? Object.entries(properties) : []
  const names = entries.map(([name]) => name)
  const filled = new Map<string, Required<Filled>>()
  const isSource = ([name]: [string, unknown]) => /^sources?$/.test(roleOf(name))
  for (const [name, property] of [
    ...entries.filter(one => !isSource(one)),
    ...entries.filter(isSource),
  ]) {
    filling.spend()
    const own = readSchema(filling.schema, property)
    const at = await placeOfProperty(filling, place, { name, schema: own })
    try {
      if (isSource([name, property])) {
        const cites = [...filled.values()].flatMap(one => one.cites)
        const sources = fillSources(filling, own, { cites })
        filled.set(name, withFields(sources, at.pointer))
      } else {
        const role = roleIn(filling, { name, names, object: place, at })
        const value = await fillValue(filling, property, { place: at, role })
        filled.set(name, withFields(value, at.pointer))
      }
    } catch (error) {
      const isOptional = Array.isArray(required) && !required.includes(name)
      if (!isOptional || !(error instanceof NoResult)) throw error
    }
  }
  const values = names.flatMap(name => {
    const one = filled.get(name)
    return one ? [[name, one.value] as const] : []
  })
  return {
    value: Object.fromEntries(values),
    cites: [...filled.values()].flatMap(one => one.cites),
    fields: [...filled.values()].flatMap(one => one.fields),
  }
}

/** A name is the subject's only in an object that is the subject, unless its description says otherwise. */
function roleIn(
  { question, attributes }: Filling,
  { name, names, object, at }: { name: string; names: readonly string[]; object: Place; at: Place },
): Role {
  const role = roleOf(name)
  if (role !== 'subject' && role !== 'name') return role
  const isTold = strongStems(at.description).length > 0
  if (!object.isSubject || !at.subject || isTold) return 'value'
  if (object.rank) return role
  const asksForIt = /^\s*(?:who|where)\b/i.test(question.text)
  const isRoot = object.pointer === ''
  const hasSubjectToo = role === 'name' && names.some(other => roleOf(other) === 'subject')
  if (hasSubjectToo || (isRoot && (asksForIt || (names.length === 1 && attributes.length > 0))))
    return 'value'
  return role
}
