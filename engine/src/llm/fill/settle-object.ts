import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import type { Evidence } from '../../evidence/ledger.ts'
import { createFill, type FilledPart } from '../../shape/fill-parts.ts'
import { propertyOf, roleOf, wordsOfName } from '../../shape/property.ts'
import { type Leaf, type Proving, proveLeaf } from '../../shape/prove-leaf.ts'
import type { FieldEvidence, Proof } from '../../shape/prove-values.ts'
import {
  allowedValues,
  type Branch,
  branchesOf,
  itemLimits,
  textOf,
  typesOf,
} from '../../shape/schema.ts'

/** A value that its evidence contains, which does not yet show that it is the property's value. */
export interface ProvenLeaf {
  readonly path: string
  readonly leaf: Leaf
  /** The name of the object that it is in, if it has one. */
  readonly owner: string
  readonly evidence: readonly Evidence[]
}

export interface Settled extends Partial<FilledPart> {
  /** The places and reasons of values that were left out, made null, or cannot be. */
  readonly problems: readonly string[]
  readonly leaves: readonly ProvenLeaf[]
}

/** A place in the model's object. */
interface Spot {
  readonly value: unknown
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

/** Fills the schema with the values of the model's object that are proven and not denied. */
export async function settleObject(
  root: JsonObject,
  object: unknown,
  { proving, denied }: { readonly proving: Proving; readonly denied: ReadonlySet<string> },
): Promise<Settled> {
  const byId = new Map(proving.proofs.map(proof => [proof.id, proof]))
  const problems: string[] = []
  const proven = new Map<FieldEvidence, ProvenLeaf>()
  let leaves = 0
  let characters = 0

  const fill = createFill<Spot>(root, {
    fits({ branch, type }, { value }) {
      if (type === 'null') return true
      if (type === 'array') return Array.isArray(value)
      if (type === 'object') return isJsonObject(value)
      const allowed = value === null ? [] : allowedValues(branch)
      if (allowed) return allowed.includes(value)
      return type === 'integer' ? Number.isInteger(value) : type === typeof value
    },
    isLast: (name, { rank }) => name === rank?.name,
    async property({ name, part }, { value, path, at, names, rank }, beside) {
      const parent = value as JsonObject
      const [order] = rank && name === rank.name ? (beside.get(rank.by)?.fields ?? []) : []
      if (rank && order) {
        return { value: rank.position, fields: [{ ...order, pointer: pointer(at, name) }] }
      }
      const own = Object.hasOwn(parent, name) ? parent[name] : undefined
      const place = { path: pointer(path, name), at: pointer(at, name), names: [...names, name] }
      return await settle(part, { ...place, value: own, parent })
    },
    async list(branch, spot) {
      const { prefixItems, items } = branch
      const value = spot.value as readonly unknown[]
      const [least, most] = itemLimits(branch, MOST_ITEMS)
      const ranked = rankOf(value)
      const taken: FilledPart[] = []
      for (const [index, item] of value.slice(0, MOST_ITEMS).entries()) {
        if (taken.length >= most) break
        const part = await settle(
          (Array.isArray(prefixItems) ? prefixItems[index] : undefined) ?? items,
          {
            ...spot,
            value: item,
            path: pointer(spot.path, index),
            at: pointer(spot.at, taken.length),
            rank: ranked && { ...ranked, position: index + 1 },
          },
        )
        if (part) taken.push(part)
        // An item with a position of its own cannot move up.
        else if (ranked || Array.isArray(prefixItems)) return undefined
      }
      if (taken.length < Math.min(least, value.length)) return undefined
      const fields = taken.flatMap(part => part.fields)
      return { value: taken.map(part => part.value), fields }
    },
    async leaf({ branch }, { value, path, at, names, parent = {} }) {
      leaves += 1
      characters += typeof value === 'string' ? value.length : 0
      if (leaves > MOST_LEAVES || characters > MOST_CHARACTERS) {
        return failed(path, 'there are too many values: give fewer')
      }
      const leaf = leafOf(value as Leaf['value'], branch, { names, parent })
      const source = sourceNamed(leaf, byId)
      if (source) {
        return { value: source.passage.url, fields: [{ pointer: at, evidence: [source] }] }
      }
      const found = proveLeaf(leaf, proving)
      if ('reason' in found) return failed(path, found.reason)
      if (denied.has(path)) {
        return failed(path, 'its quotes do not say that this is the value of the property')
      }
      const { evidence } = found
      const field = { pointer: at, evidence }
      proven.set(field, { path, leaf, owner: ownerIn(parent, value), evidence })
      return { value, fields: [field] }
    },
  })

  function failed(path: string, reason: string): undefined {
    problems.push(`${path || '/'}: ${reason}`)
  }

  async function settle(part: unknown, spot: Spot): Promise<FilledPart | undefined> {
    const before = problems.length
    const filled = await fill(part, spot)
    if (!filled && problems.length === before)
      failed(spot.path, `must be ${wanted(branchesOf(root, part))}`)
    return filled
  }

  const filled = await settle(root, { value: object, path: '', at: '', names: [] })
  const kept = (filled?.fields ?? []).flatMap(field => proven.get(field) ?? [])
  return { ...filled, problems, leaves: kept }
}

function wanted(branches: readonly Branch[]): string {
  if (branches.some(allowedValues)) return 'one of the listed values'
  return [...new Set(branches.flatMap(typesOf))].join(' or ')
}

function leafOf(
  value: Leaf['value'],
  branch: Branch,
  { names, parent }: { readonly names: readonly string[]; readonly parent: JsonObject },
): Leaf {
  // `{ "value": 39.5, "unit": "billion USD" }` has its scale beside the number.
  const unit = Object.entries(parent).find(([name]) => /^(?:unit|scale|currency)$/i.test(name))?.[1]
  const allowed = allowedValues(branch)
  return {
    value,
    property: propertyOf(names, textOf(branch['description']), {
      unit: textOf(unit).toLowerCase(),
    }),
    format: textOf(branch['format']),
    ...(allowed && { allowed }),
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
  return byId.get(readId(value))?.evidence[0]
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

const ID = /^\W{0,2}([EF])?\s?(\d{1,7})\W{0,2}$/i

/** `E3`, and the forms that weak models write: `e3`, `[E3]`, `3`. */
function readId(id: string): string {
  const [, letter = 'E', number] = ID.exec(id.slice(0, 20)) ?? []
  return `${letter.toUpperCase()}${Number(number)}`
}
