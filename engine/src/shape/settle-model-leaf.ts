import type { JsonObject } from '@footnote/contract/json-object'
import type { Evidence } from '../evidence/ledger.ts'
import { type Branches, fitting, isForced, wantedTypes } from './model-branches.ts'
import type { Proof } from './model-proofs.ts'
import { roleOf } from './property-role.ts'
import { wordsOfName } from './property-words.ts'
import { wantsAddress } from './prove-address.ts'
import { type Leaf, type Proving, proveLeaf } from './prove-leaf.ts'
import { textOf } from './read-schema.ts'
import { allowedValues } from './sanitise-schema.ts'

/** A single value of what a model wrote, with all that the schema says about it. */
export interface LeafSpot {
  readonly value: unknown
  readonly branches: Branches
  /** The properties down to it. */
  readonly names: readonly string[]
  /** The object that it is a property of. */
  readonly parent?: JsonObject
}

const LONGEST_BESIDE = 500
const UNIT = /\b(?:unit|scale|currency|denomination)s?\b/

/** The value with what it rests on, or why it cannot stay. */
export function settleModelLeaf(
  { value, branches, names, parent = {} }: LeafSpot,
  { cited, proving }: { readonly cited: readonly Proof[]; readonly proving: Proving },
):
  | { readonly value: unknown; readonly evidence: readonly Evidence[]; readonly leaf?: Leaf }
  | { readonly reason: string } {
  if (!isSingle(value)) return { reason: `must be ${wantedTypes(branches)}` }
  if (isForced(branches, value)) return { value, evidence: [] }
  const own = fitting(branches, value)
  if (own.length === 0) return { reason: `must be ${wantedTypes(branches)}` }
  const leaf = leafOf({ value, branches: own, names, parent })
  const source = sourceNamed(leaf, proving.proofs)
  if (source) return { value: source.passage.url, evidence: [source] }
  const proven = proveLeaf(leaf, cited, proving)
  return 'reason' in proven ? proven : { value, evidence: proven.evidence, leaf }
}

function isSingle(value: unknown): value is Leaf['value'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function leafOf({
  value,
  branches,
  names,
  parent,
}: Required<LeafSpot> & { readonly value: Leaf['value'] }): Leaf {
  const words = names.map(wordsOfName)
  const beside = Object.entries(parent).flatMap(([name, one]) =>
    typeof one === 'string' && one !== value
      ? [{ name: wordsOfName(name), text: one.slice(0, LONGEST_BESIDE) }]
      : [],
  )
  const said = (keyword: string) =>
    branches.map(branch => textOf(branch[keyword])).find(text => text !== '') ?? ''
  const allowed = branches.flatMap(branch => allowedValues(branch) ?? [])
  return {
    value,
    name: words.at(-1) ?? '',
    around: words.slice(0, -1).join(' '),
    description: said('description'),
    format: said('format'),
    beside: beside.map(({ text }) => text).join(' '),
    of: beside.find(one => /^(?:name|subject)$/.test(roleOf(one.name)))?.text ?? '',
    unit: beside.flatMap(({ name, text }) => (UNIT.test(name) ? [text] : [])).join(' '),
    ...(allowed.length > 0 && { allowed }),
  }
}

/** A model is shown no addresses: it names the evidence, and the address is put in here. */
function sourceNamed(
  { value, name, format }: Leaf,
  proofs: readonly Proof[],
): Evidence | undefined {
  if (typeof value !== 'string' || !wantsAddress(name, format)) return undefined
  const id = value.trim().toUpperCase()
  return proofs.find(proof => proof.id === id)?.evidence[0]
}
