import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import type { Evidence } from '../../evidence/ledger.ts'
import { propertyOf, roleOf, wordsOfName } from '../../shape/property.ts'
import { type Leaf, type Proving, proveLeaf } from '../../shape/prove-leaf.ts'
import type { FieldEvidence, Proof } from '../../shape/prove-values.ts'
import {
  allowedValues,
  allowNull,
  type Branch,
  branchesOf,
  isForced,
  itemLimits,
  ofType,
  propertiesOf,
  textOf,
  typesOf,
} from '../../shape/schema.ts'

/** The reason why a value was not taken, by its place in the model's object. */
export interface ValueProblem {
  readonly path: string
  readonly reason: string
}

/** A value that its evidence contains, which does not yet show that it is the property's value. */
export interface ProvenLeaf {
  readonly path: string
  readonly leaf: Leaf
  /** The name of the object that it is in, if it has one. */
  readonly owner: string
  readonly evidence: readonly Evidence[]
}

export interface Settled {
  /** Absent if a value that cannot be left out is not proven. */
  readonly content?: unknown
  readonly fields: readonly FieldEvidence[]
  readonly problems: readonly ValueProblem[]
  /** Problems of values that were left out or made null. */
  readonly dropped: readonly ValueProblem[]
  readonly leaves: readonly ProvenLeaf[]
}

/** A place in the model's object. */
interface Spot {
  readonly value: unknown
  readonly branches: readonly Branch[]
  /** Its place in the reply, and in the result. */
  readonly path: string
  readonly at: string
  readonly names: readonly string[]
  readonly parent?: JsonObject
  readonly rank?: Rank | undefined
}

/** The place of an item in a list that is in the order of one of its numbers. */
interface Rank {
  readonly position: number
  /** The property that holds the position, and the one that gives the order. */
  readonly name: string
  readonly by: string
}

const MOST_LEAVES = 1_000
const MOST_CHARACTERS = 200_000
const MOST_ITEMS = 500
const NONE: Settled = { fields: [], problems: [], dropped: [], leaves: [] }

/**
 * Keeps the values of the model's object that are proven and not denied. Properties that the schema does
 * not know are left out. For a value that is not proven, the nearest place that may be null or left out is.
 */
export function settleObject(
  root: JsonObject,
  { object, idsFor }: FillReply,
  { proving, denied }: { readonly proving: Proving; readonly denied: ReadonlySet<string> },
): Settled {
  const byId = new Map(proving.proofs.map(proof => [proof.id, proof]))
  const known = new Map<unknown, readonly Branch[]>()
  const read = (schema: unknown) => {
    const branches = known.get(schema) ?? branchesOf(root, schema)
    known.set(schema, branches)
    return branches
  }
  let leaves = 0
  let characters = 0

  function settle(spot: Spot): Settled {
    const { value, branches } = spot
    if (value === null) return { ...NONE, content: null }
    const outcome = Array.isArray(value)
      ? settleList(spot, value, ofType(branches, 'array'))
      : isJsonObject(value)
        ? settleProperties(spot, value, ofType(branches, 'object'))
        : settleLeaf(spot)
    const isNulled = outcome.problems.length > 0 && allowNull(branches)
    return isNulled ? { ...omitted(outcome), content: null } : outcome
  }

  function settleProperties(spot: Spot, value: JsonObject, branches: readonly Branch[]): Settled {
    if (branches.length === 0) return failed(spot, 'no object is wanted here')
    const all = branches.map(propertiesOf)
    const names = [...new Set(all.flatMap(Object.keys))].filter(name => Object.hasOwn(value, name))
    const parts = new Map<string, Settled>()
    for (const name of names.filter(one => one !== spot.rank?.name)) {
      const own = all.flatMap(one => (Object.hasOwn(one, name) ? read(one[name]) : []))
      const isOptional = branches.every(
        ({ required }) => Array.isArray(required) && !required.includes(name),
      )
      if (isOptional && value[name] === null && !allowNull(own)) continue
      const place = { path: pointer(spot.path, name), at: pointer(spot.at, name) }
      const part = settle({
        ...place,
        value: value[name],
        branches: own,
        names: [...spot.names, name],
        parent: value,
      })
      parts.set(name, part.problems.length > 0 && isOptional ? omitted(part) : part)
    }
    const { rank } = spot
    const [order] = rank ? (parts.get(rank.by)?.fields ?? []) : []
    if (rank && order) {
      const fields = [{ ...order, pointer: pointer(spot.at, rank.name) }]
      parts.set(rank.name, { ...NONE, content: rank.position, fields })
    }
    const content = names.flatMap(name => {
      const part = parts.get(name)
      return part && 'content' in part ? [[name, part.content] as const] : []
    })
    return together(Object.fromEntries(content), [...parts.values()])
  }

  function settleList(spot: Spot, value: readonly unknown[], branches: readonly Branch[]): Settled {
    if (branches.length === 0) return failed(spot, 'no list is wanted here')
    const limits = branches.map(branch => itemLimits(branch, MOST_ITEMS))
    const least = Math.min(...limits.map(([min]) => min))
    const most = Math.max(...limits.map(([, max]) => max))
    const ranked = rankOf(value)
    const taken: Settled[] = []
    const refused: Settled[] = []
    for (const [index, item] of value.slice(0, MOST_ITEMS).entries()) {
      if (taken.length >= most) break
      const part = settle({
        ...spot,
        value: item,
        branches: branches.flatMap(({ items, prefixItems }) =>
          read((Array.isArray(prefixItems) ? prefixItems[index] : undefined) ?? items),
        ),
        path: pointer(spot.path, index),
        at: pointer(spot.at, taken.length),
        rank: ranked && { ...ranked, position: index + 1 },
      })
      if (part.problems.length === 0) taken.push(part)
      else refused.push(part)
    }
    // An item with a position of its own cannot move up.
    const isFixed = ranked || branches.some(({ prefixItems }) => Array.isArray(prefixItems))
    const mayDrop = taken.length >= least && !isFixed
    const content = taken.map(part => part.content)
    return together(content, [...taken, ...(mayDrop ? refused.map(omitted) : refused)])
  }

  function settleLeaf(spot: Spot): Settled {
    const { value, branches, path, at, names, parent = {} } = spot
    leaves += 1
    characters += typeof value === 'string' ? value.length : 0
    if (leaves > MOST_LEAVES || characters > MOST_CHARACTERS) {
      return failed(spot, 'there are too many values: give fewer')
    }
    const own = branches.filter(branch => allows(branch, value))
    if (own.length === 0 || !isSingle(value)) return failed(spot, `must be ${wanted(branches)}`)
    if (isForced(branches, value)) return { ...NONE, content: value }
    const leaf = leafOf(value, own, { names, parent })
    const source = sourceNamed(leaf, byId)
    if (source) {
      const fields = [{ pointer: at, evidence: [source] }]
      return { ...NONE, content: source.passage.url, fields }
    }
    const cited = idsFor(path).flatMap(id => byId.get(id) ?? [])
    const proven = proveLeaf(leaf, cited, proving)
    if ('reason' in proven) return failed(spot, proven.reason)
    if (denied.has(path)) {
      return failed(spot, 'its quotes do not say that this is the value of the property')
    }
    const { evidence } = proven
    const owner = ownerIn(parent, value)
    return {
      ...NONE,
      content: value,
      fields: [{ pointer: at, evidence }],
      leaves: [{ path, leaf, owner, evidence }],
    }
  }

  return settle({ value: object, branches: read(root), path: '', at: '', names: [] })
}

function allows(branch: Branch, value: unknown): boolean {
  const allowed = allowedValues(branch)
  if (allowed) return allowed.includes(value)
  const types = typesOf(branch)
  return types.includes(typeof value) || (Number.isInteger(value) && types.includes('integer'))
}

function isSingle(value: unknown): value is Leaf['value'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function wanted(branches: readonly Branch[]): string {
  if (branches.some(allowedValues)) return 'one of the listed values'
  return [...new Set(branches.flatMap(typesOf))].join(' or ') || 'left out'
}

function leafOf(
  value: Leaf['value'],
  branches: readonly Branch[],
  { names, parent }: { readonly names: readonly string[]; readonly parent: JsonObject },
): Leaf {
  const said = (keyword: string) =>
    branches.map(branch => textOf(branch[keyword])).find(text => text !== '') ?? ''
  // `{ "value": 39.5, "unit": "billion USD" }` has its scale beside the number.
  const unit = Object.entries(parent).find(([name]) => /^(?:unit|scale|currency)$/i.test(name))?.[1]
  const allowed = branches.flatMap(branch => allowedValues(branch) ?? [])
  return {
    value,
    property: propertyOf(names, said('description'), { unit: textOf(unit).toLowerCase() }),
    format: said('format'),
    ...(allowed.length > 0 && { allowed }),
  }
}

/** The name of the object that a value is in. */
function ownerIn(parent: JsonObject, value: unknown): string {
  const named = Object.entries(parent).find(
    ([name, one]) => roleOf({ name: wordsOfName(name) }) === 'subject' && one !== value,
  )
  return textOf(named?.[1]).slice(0, 500)
}

/** A model sees no addresses: it names the evidence, and code inserts the address. */
function sourceNamed(
  { value, property, format }: Leaf,
  byId: ReadonlyMap<string, Proof>,
): Evidence | undefined {
  if (typeof value !== 'string' || (format !== 'uri' && roleOf(property) !== 'sources'))
    return undefined
  return readId(value).flatMap(id => byId.get(id)?.evidence[0] ?? [])[0]
}

/** Finds a property that counts the items from 1 and another whose numbers rise or fall with it. */
function rankOf(items: readonly unknown[]): Omit<Rank, 'position'> | undefined {
  const objects = items.filter(isJsonObject)
  const [first] = objects
  if (!first || objects.length < 2 || objects.length < items.length) return undefined
  const names = Object.keys(first)
  const name = names.find(one => objects.every((object, at) => object[one] === at + 1))
  const by = names.find(one => {
    const numbers = objects.map(object => object[one]).filter(value => typeof value === 'number')
    const steps = numbers.slice(1).map((number, at) => Math.sign(number - (numbers[at] ?? 0)))
    const isOrdered = steps.every(step => step !== 0 && step === steps[0])
    return one !== name && numbers.length === objects.length && isOrdered
  })
  return name !== undefined && by !== undefined ? { name, by } : undefined
}

function failed({ path }: Pick<Spot, 'path'>, reason: string): Settled {
  return { ...NONE, problems: [{ path, reason }] }
}

/** Without its content, which solves its problems. */
function omitted({ problems, dropped }: Settled): Settled {
  return { ...NONE, dropped: [...dropped, ...problems] }
}

function together(content: unknown, parts: readonly Settled[]): Settled {
  const problems = parts.flatMap(part => part.problems)
  const dropped = parts.flatMap(part => part.dropped)
  if (problems.length > 0) return { ...NONE, problems, dropped }
  const fields = parts.flatMap(part => part.fields)
  return { content, fields, problems, dropped, leaves: parts.flatMap(part => part.leaves) }
}

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
