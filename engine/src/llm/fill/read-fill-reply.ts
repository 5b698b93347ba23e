import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'

/** An object that a model proposes, and the evidence that it names for the values. */
export interface FillReply {
  readonly object: JsonObject
  /** The IDs for a place, or for the nearest place around it that has some. They may be invented. */
  readonly idsFor: (at: string) => readonly string[]
}

const MOST_PATHS = 4_000
const MOST_IDS = 20
const LONGEST_PATH = 2_000
const ID = /^\W{0,2}([EF])?\s?(\d{1,7})\W{0,2}$/i

/** Reads a reply; undefined if it has no object. Other flaws are passed over. */
export function readFillReply(reply: unknown): FillReply | undefined {
  if (!isJsonObject(reply)) return undefined
  const { object, evidence } = reply
  if (!isJsonObject(object)) return undefined
  const ids = new Map<string, Set<string>>()
  for (const entry of Array.isArray(evidence) ? evidence.slice(0, MOST_PATHS) : []) {
    if (!isJsonObject(entry) || typeof entry['path'] !== 'string') continue
    const at = placeOf(entry['path'].slice(0, LONGEST_PATH), object)
    const own = Array.isArray(entry['ids']) ? entry['ids'].slice(0, MOST_IDS).flatMap(readId) : []
    ids.set(at, new Set([...(ids.get(at) ?? []), ...own].slice(0, MOST_IDS)))
  }
  return {
    object,
    idsFor(at) {
      for (let place = at; ; place = place.slice(0, place.lastIndexOf('/'))) {
        const own = ids.get(place)
        if (own || place === '') return [...(own ?? [])]
      }
    },
  }
}

/** `E3`, and the forms that weak models write: `e3`, `[E3]`, `3`. */
export function readId(id: unknown): string[] {
  const [, letter = 'E', number] = ID.exec(String(id).slice(0, 20)) ?? []
  return number === undefined ? [] : [`${letter.toUpperCase()}${Number(number)}`]
}

/** A path as a JSON Pointer into the object, though some write `$.a[0].b` or begin above the object. */
function placeOf(path: string, object: JsonObject): string {
  const plain = path.trim().replace(/^[#$]/, '')
  const steps = plain.replace(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1').split('.')
  const isPointer = plain.startsWith('/') || plain === ''
  const at = isPointer ? plain : steps.filter(step => step !== '').reduce(pointer, '')
  const isAbove = /^\/object(?:\/|$)/.test(at) && !Object.hasOwn(object, 'object')
  return isAbove ? at.slice('/object'.length) : at
}
