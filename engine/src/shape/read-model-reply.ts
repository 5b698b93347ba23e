import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'

/** What a model proposed: an object, and what it says its values rest on. */
export interface ModelReply {
  readonly object: JsonObject
  /** The ids for a place, or for what it is in when there are none for itself; may be invented. */
  readonly idsFor: (at: string) => readonly string[]
}

const MOST_PATHS = 4_000
const MOST_IDS = 20
const LONGEST_PATH = 2_000
const ID = /^\W{0,2}([EF])?\s?(\d{1,7})\W{0,2}$/i

/** Undefined when there is no object in the reply; what else is wrong with it is passed over. */
export function readModelReply(reply: unknown): ModelReply | undefined {
  if (!isJsonObject(reply)) return undefined
  const { object, evidence } = reply
  if (!isJsonObject(object)) return undefined
  const ids = new Map<string, Set<string>>()
  for (const entry of Array.isArray(evidence) ? evidence.slice(0, MOST_PATHS) : []) {
    if (!isJsonObject(entry) || typeof entry['path'] !== 'string') continue
    const at = placeOf(entry['path'].slice(0, LONGEST_PATH), object)
    const known = ids.get(at) ?? new Set()
    ids.set(at, known)
    const own = Array.isArray(entry['ids']) ? entry['ids'].slice(0, MOST_IDS) : []
    for (const id of own.flatMap(readId)) if (known.size < MOST_IDS) known.add(id)
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

/** `E3`, and what weak models make of it: `e3`, `[E3]`, `3`. */
function readId(id: unknown): string[] {
  const [, letter = 'E', number] = ID.exec(String(id).slice(0, 20)) ?? []
  return number === undefined ? [] : [`${letter.toUpperCase()}${Number(number)}`]
}

/** A path as a pointer into the object, though some write `$.a[0].b` or begin above the object. */
function placeOf(path: string, object: JsonObject): string {
  const plain = path.trim().replace(/^[#$]/, '')
  const isPointer = plain.startsWith('/') || plain === ''
  const at = isPointer
    ? plain
    : plain
        .replace(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1')
        .split('.')
        .filter(step => step !== '')
        .reduce(pointer, '')
  const isAbove = /^\/object(?:\/|$)/.test(at) && !Object.hasOwn(object, 'object')
  return isAbove ? at.slice('/object'.length) : at
}
