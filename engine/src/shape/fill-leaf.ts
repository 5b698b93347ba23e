import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { chooseValue } from './choose-value.ts'
import { fillComparison, isComparison } from './fill-comparison.ts'
import { fillJoined } from './fill-joined.ts'
import { summaryCites } from './fill-sources.ts'
import { fillTruth } from './fill-truth.ts'
import { type Cite, type Filled, type Filling, unsupported } from './filling.ts'
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
    return summaryOf(filling, schema)
  }
  const { rank } = place
  if (rank?.position !== undefined && role === 'rank' && isNumeric(type)) {
    return { value: rank.position, cites: rank.cites }
  }
  if (place.subject && (role === 'subject' || role === 'name') && type === 'string') {
    const { name } = place.subject
    const value = Array.isArray(allowed) ? chooseValue(allowed, name) : name
    if (value !== undefined) return { value, cites: namingCites(filling, place) }
  }
  if (type === 'string' && isComparison(filling, place)) {
    return fillComparison(filling, schema, place)
  }
  const joined = type === 'string' ? await fillJoined(filling, schema, place) : undefined
  if (joined) return joined
  const name = place.path.join(' ')
  const { description } = place
  const known = `${filling.question.names.join(' ')} ${place.subject?.name ?? ''}`
  for await (const found of lookUpPlace(filling, place)) {
    filling.spend()
    const filled = typedValue(found, { type, schema, name, description, known })
    if (filled) return filled
  }
  const truth = type === 'boolean' ? await fillTruth(filling, place) : undefined
  if (truth) return truth
  throw unsupported()
}

function isNumeric(type: string): boolean {
  return type === 'number' || type === 'integer'
}

/** A name alone says that it is what was asked for: of a ranking, or of all that the schema wants. */
function namingCites({ summary, schema }: Filling, { rank, subject }: Place): readonly Cite[] {
  if (rank) return rank.cites
  const { properties } = schema
  if (!isJsonObject(properties) || Object.keys(properties).length > 1) return []
  return summaryCites(summary).filter(({ passage }) =>
    subject?.documentIds.includes(passage.documentId),
  )
}

/** As many of its sentences as the schema has room for. */
function summaryOf({ summary }: Filling, schema: JsonObject): Filled {
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Infinity
  let value = ''
  let taken = 0
  for (const { text } of summary) {
    const longer = value === '' ? text : `${value} ${text}`
    if (longer.length > most) break
    value = longer
    taken += 1
  }
  if (value === '') throw unsupported()
  return { value, cites: summaryCites(summary.slice(0, taken)) }
}
