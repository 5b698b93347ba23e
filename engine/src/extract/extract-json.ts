import { decodeText } from './decode-text.ts'
import type { Draft } from './draft.ts'
import type { ExtractOptions } from './extract-options.ts'
import { jsonDetails, jsonRecord } from './json-record.ts'
import { jsonText } from './json-text.ts'
import { isJsonObject, parseJson } from './parse-json.ts'

/**
 * One document, or one for each element of a list (or line of JSON Lines) if every one of them is a
 * text with an identity of its own: an address, or an id that no other has.
 */
export function extractJson(bytes: Uint8Array, _: ExtractOptions): Draft | Draft[] {
  const value = parseJson(decodeText(bytes))
  if (Array.isArray(value) && value.length > 1) {
    const records = value.map(element => (isJsonObject(element) ? jsonRecord(element) : undefined))
    const found = records.filter(record => record !== undefined)
    const identities = new Set(found.map(({ recordId }) => recordId))
    if (identities.size === value.length) return found
  }
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  const record = isJsonObject(only) ? jsonRecord(only) : undefined
  if (!record) return { text: jsonText(value), ...(isJsonObject(only) && jsonDetails(only)) }
  const { recordId: _id, ...draft } = record
  return draft
}
