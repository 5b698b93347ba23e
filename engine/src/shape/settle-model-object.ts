import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'
import type { FieldEvidence } from './field-sources.ts'
import type { ProvenLeaf } from './judge-leaves.ts'
import { allowNull, type Branches, ofType } from './model-branches.ts'
import type { Proof } from './model-proofs.ts'
import type { Proving } from './prove-leaf.ts'
import { hasRank, isRank, orderedBy, type Rank } from './prove-rank.ts'
import type { ModelReply } from './read-model-reply.ts'
import { branchesOf, readSchema } from './read-schema.ts'
import { settleModelLeaf } from './settle-model-leaf.ts'

/** Why a value was not taken, by its place in what the model wrote. */
export interface ValueProblem {
  readonly path: string
  readonly reason: string
}

export interface Settled {
  /** Absent where a value that cannot be left out is not proven. */
  readonly content?: unknown
  readonly fields: readonly FieldEvidence[]
  /** What stands in the way, and what was left out or made null for the same reasons. */
  readonly problems: readonly ValueProblem[]
  readonly dropped: readonly ValueProblem[]
  /** The values that code has proven. */
  readonly leaves: readonly ProvenLeaf[]
}

interface Settling {
  readonly idsFor: ModelReply['idsFor']
  readonly byId: ReadonlyMap<string, Proof>
  readonly proving: Proving
  readonly denied: ReadonlySet<string>
  readonly branchesFor: (schemas: readonly unknown[]) => Branches
  /** Counts a single value; false when there have been too many, or too much text. */
  readonly count: (value: unknown) => boolean
}

/** A place in what the model wrote. */
interface Spot {
  readonly value: unknown
  readonly schemas: readonly unknown[]
  /** Where the model wrote it, and where it will stand. */
  readonly path: string
  readonly at: string
  readonly names: readonly string[]
  readonly parent?: JsonObject
  /** Of an item of a list that is in the order of its numbers. */
  readonly rank?: Rank | undefined
}

const DENIED = 'its quotes do not say that this is the value of the property'
const MOST_LEAVES = 1_000
const MOST_CHARACTERS = 200_000
const MOST_ITEMS = 500

/**
 * What of the model's object is proven. Properties that the schema does not know are left out; where
 * a value is not proven, or its path is among those denied, the nearest place that may be null or
 * left out is.
 */
export function settleModelObject(
  root: JsonObject,
  { object, idsFor }: ModelReply,
  proving: Proving,
  { denied = new Set() }: { readonly denied?: ReadonlySet<string> } = {},
): Settled {
  const known = new Map<unknown, Branches>()
  let leaves = 0
  let characters = 0
  const settling: Settling = {
    idsFor,
    byId: new Map(proving.proofs.map(proof => [proof.id, proof])),
    proving,
    denied,
    branchesFor: schemas =>
      schemas.flatMap(schema => {
        const branches = known.get(schema) ?? branchesOf(root, readSchema(root, schema))
        known.set(schema, branches)
        return branches
      }),
    count(value) {
      leaves += 1
      characters += typeof value === 'string' ? value.length : 0
      return leaves <= MOST_LEAVES && characters <= MOST_CHARACTERS
    },
  }
  return settle(settling, { value: object, schemas: [root], path: '', at: '', names: [] })
}

function settle(settling: Settling, spot: Spot): Settled {
  const { value } = spot
  const branches = settling.branchesFor(spot.schemas)
  if (value === null) return settled(null)
  const outcome = Array.isArray(value)
    ? settleArray(settling, spot, { value, branches: ofType(branches, 'array') })
    : isJsonObject(value)
      ? settleObject(settling, spot, { value, branches: ofType(branches, 'object') })
      : settleLeaf(settling, spot, branches)
  return outcome.problems.length > 0 && allowNull(branches)
    ? { ...omitted(outcome), content: null }
    : outcome
}

function settleObject(
  settling: Settling,
  spot: Spot,
  { value, branches }: { readonly value: JsonObject; readonly branches: Branches },
): Settled {
  if (branches.length === 0) return failed(spot, 'no object is wanted here')
  const all = branches.map(({ properties }) => (isJsonObject(properties) ? properties : {}))
  const names = [...new Set(all.flatMap(Object.keys))]
  const parts = new Map<string, Settled>()
  for (const name of names) {
    if (!Object.hasOwn(value, name)) continue
    if (spot.rank && isRank(name, value[name], spot.rank)) continue
    const schemas = all.flatMap(one => (Object.hasOwn(one, name) ? [one[name]] : []))
    const isOptional = branches.every(
      ({ required }) => Array.isArray(required) && !required.includes(name),
    )
    if (isOptional && value[name] === null && !allowNull(settling.branchesFor(schemas))) continue
    const part = settle(settling, {
      value: value[name],
      schemas,
      path: pointer(spot.path, name),
      at: pointer(spot.at, name),
      names: [...spot.names, name],
      parent: value,
    })
    parts.set(name, part.problems.length > 0 && isOptional ? omitted(part) : part)
  }
  if (spot.rank) settleRank(spot, spot.rank, { value, names, parts })
  const content = names.flatMap(name => {
    const part = parts.get(name)
    return part && 'content' in part ? [[name, part.content] as const] : []
  })
  return together(Object.fromEntries(content), [...parts.values()])
}

/** The place of an item rests on the number that gives it its place. */
function settleRank(
  { path, at }: Spot,
  rank: Rank,
  {
    value,
    names,
    parts,
  }: {
    readonly value: JsonObject
    readonly names: readonly string[]
    readonly parts: Map<string, Settled>
  },
): void {
  for (const name of names) {
    if (!isRank(name, value[name], rank)) continue
    const [proven] = parts.get(rank.by)?.fields ?? []
    const place = pointer(path, name)
    const reason = 'no quote tells the place: give the number that it follows from'
    parts.set(
      name,
      proven
        ? { ...settled(rank.position), fields: [{ ...proven, pointer: pointer(at, name) }] }
        : failed({ path: place }, reason),
    )
  }
}

function settleArray(
  settling: Settling,
  spot: Spot,
  { value, branches }: { readonly value: readonly unknown[]; readonly branches: Branches },
): Settled {
  if (branches.length === 0) return failed(spot, 'no list is wanted here')
  const most = Math.max(...branches.map(({ maxItems }) => asCount(maxItems, MOST_ITEMS)))
  const least = Math.min(...branches.map(({ minItems }) => asCount(minItems, 0)))
  // What has a position of its own cannot move up, nor can what is called the second become the first.
  const isFixed =
    branches.some(({ prefixItems }) => Array.isArray(prefixItems)) || value.some(hasRank)
  const by = orderedBy(value)
  const taken: Settled[] = []
  const refused: Settled[] = []
  for (const [index, item] of value.slice(0, MOST_ITEMS).entries()) {
    if (taken.length >= most) break
    const part = settle(settling, {
      ...spot,
      value: item,
      schemas: branches.map(branch => itemSchema(branch, index)),
      path: pointer(spot.path, index),
      at: pointer(spot.at, taken.length),
      rank: by === undefined ? undefined : { by, position: index + 1 },
    })
    if (part.problems.length === 0) taken.push(part)
    else refused.push(part)
  }
  const mayDrop = taken.length >= least && !isFixed
  const content = taken.map(part => part.content)
  return together(content, [...taken, ...(mayDrop ? refused.map(omitted) : refused)])
}

function settleLeaf(settling: Settling, spot: Spot, branches: Branches): Settled {
  if (!settling.count(spot.value)) return failed(spot, 'there are too many values: give fewer')
  const cited = settling.idsFor(spot.path).flatMap(id => settling.byId.get(id) ?? [])
  const leaf = settleModelLeaf({ ...spot, branches }, { cited, proving: settling.proving })
  if ('reason' in leaf) return failed(spot, leaf.reason)
  if (settling.denied.has(spot.path)) return failed(spot, DENIED)
  const { value, evidence } = leaf
  const fields = evidence.length === 0 ? [] : [{ pointer: spot.at, evidence }]
  const leaves = leaf.leaf ? [{ path: spot.path, leaf: leaf.leaf, evidence }] : []
  return { ...settled(value), fields, leaves }
}

function settled(content: unknown): Settled {
  return { content, fields: [], problems: [], dropped: [], leaves: [] }
}

function failed({ path }: Pick<Spot, 'path'>, reason: string): Settled {
  return { fields: [], problems: [{ path, reason }], dropped: [], leaves: [] }
}

/** Without its content; what stood in its way does no longer. */
function omitted({ problems, dropped }: Settled): Settled {
  return { fields: [], problems: [], dropped: [...dropped, ...problems], leaves: [] }
}

function together(content: unknown, parts: readonly Settled[]): Settled {
  const problems = parts.flatMap(part => part.problems)
  const dropped = parts.flatMap(part => part.dropped)
  if (problems.length > 0) return { fields: [], problems, dropped, leaves: [] }
  const fields = parts.flatMap(part => part.fields)
  return { content, fields, problems, dropped, leaves: parts.flatMap(part => part.leaves) }
}

function itemSchema({ items, prefixItems }: JsonObject, index: number): unknown {
  return (Array.isArray(prefixItems) ? prefixItems[index] : undefined) ?? items
}

function asCount(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? Math.max(0, Math.min(value, MOST_ITEMS)) : otherwise
}
