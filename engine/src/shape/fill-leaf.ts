import type { JsonObject } from '@footnote/contract/json-object'
import { sentences } from '../text/sentences.ts'
import { chooseValue } from './choose-value.ts'
import { summaryCites } from './fill-sources.ts'
import { type Filled, type Filling, unsupported } from './filling.ts'
import { lookUpPlace } from './look-up-place.ts'
import type { Place } from './place.ts'
import type { Role } from './property-role.ts'
import { typedValue } from './typed-value.ts'

/** A single value: from the summary, from the subject's name, or from what the sources say. */
export async function fillLeaf(
  filling: Filling,
  schema: JsonObject,
  { place, type, role }: { place: Place; type: string; role: Role },
): Promise<Filled> {
  const allowed = schema['enum']
  if (Array.isArray(allowed) && allowed.length === 1) return { value: allowed[0], cites: [] }
  const isFree = !Array.isArray(allowed) && type === 'string' && schema['format'] === undefined
  if (isFree && role === 'summary' && (!place.subject || filling.subjects.length < 2)) {
    return summaryOf(filling, schema, place)
  }
  if (place.subject && (role === 'subject' || role === 'name') && type === 'string') {
    const { name } = place.subject
    const value = Array.isArray(allowed) ? chooseValue(allowed, name) : name
    if (value !== undefined) return { value, cites: [] }
  }
  const name = place.path.join(' ')
  for await (const found of lookUpPlace(filling, place)) {
    filling.spend()
    const filled = typedValue(found, { type, schema, name, description: place.description })
    if (filled) return filled
  }
  throw unsupported(place.pointer)
}

/** As many of its sentences as the schema has room for. */
function summaryOf(filling: Filling, schema: JsonObject, { pointer }: Place): Filled {
  const { text } = filling.summary
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : text.length
  const end =
    text.length <= most ? text.length : sentences(text).findLast(one => one.end <= most)?.end
  const value = text.slice(0, end ?? 0).trim()
  if (value === '') throw unsupported(pointer)
  return { value, cites: summaryCites(filling) }
}
