import type { Evidence } from '../evidence/ledger.ts'
import type { Model } from '../llm/client/model.ts'
import { rephrase } from '../plan/rephrase.ts'
import { type Judged, type JudgeOptions, judgeWithModel } from '../verify/judge-with-model.ts'
import { roleOf } from './property-role.ts'
import { allStems, gistOf, strongStems } from './property-words.ts'
import type { Leaf } from './prove-leaf.ts'
import { shareOf } from './rate-support.ts'

/** A value that code has found in its evidence, which does not yet tell that it is of its property. */
export interface ProvenLeaf {
  /** Where the model wrote it. */
  readonly path: string
  readonly leaf: Leaf
  readonly evidence: readonly Evidence[]
}

const MOST_JUDGED = 200
const LONGEST_VALUE = 600

/**
 * The paths of the values that the quotes do not give for their properties: "Velmark" stands in a
 * quote and is no owner of the moon. The model is asked once for all; where it says nothing, a quote
 * must speak of what the property is called.
 */
export async function judgeLeaves(
  model: Model,
  leaves: readonly ProvenLeaf[],
  options: JudgeOptions,
): Promise<ReadonlySet<string>> {
  const open = leaves.filter(({ leaf }) => !/^(?:source|sources|rank)$/.test(roleOf(leaf.name)))
  const claims = open.slice(0, MOST_JUDGED).map(({ leaf, evidence }) => ({
    text: claimOf(leaf),
    quotes: evidence.map(({ quote, passage }) => `${aboutOf(passage)}: ${quote}`),
  }))
  const judged = claims.length > 0 ? await judgeWithModel(model, claims, options) : []
  const denied = open.filter((leaf, at) => !isAccepted(leaf, judged[at] ?? 'unknown'))
  return new Set(denied.map(({ path }) => path))
}

/** What is called by a mere name need only not be something else. */
function isAccepted(proven: ProvenLeaf, judged: Judged): boolean {
  if (judged === 'unsupported') return false
  const isNaming = /^(?:name|subject)$/.test(roleOf(proven.leaf.name))
  return judged === 'supported' || isNaming || (judged === 'unknown' && isTied(proven))
}

/** A text that says everything itself stands alone; other values say something with their name. */
function claimOf({ value, name, around, description, of }: Leaf): string {
  const text = String(value).slice(0, LONGEST_VALUE)
  if (/^(?:summary|points)$/.test(roleOf(name))) return text
  const gist = gistOf(description)
  const owner = of === '' ? '' : ` of ${of}`
  return `${[around, name].filter(Boolean).join(', ')}${owner}${gist === '' ? '' : ` (${gist})`}: ${text}`
}

/** Whether the evidence speaks of what the property is called, as far as that says anything. */
function isTied({ leaf: { name, around, description, value }, evidence }: ProvenLeaf): boolean {
  const own = strongStems(`${name} ${rephrase(name)} ${gistOf(description)}`)
  const wanted = own.length > 0 ? own : strongStems(around)
  const given = new Set(allStems(String(value)))
  const asked = wanted.filter(stem => !given.has(stem))
  if (asked.length === 0) return true
  const said = evidence.flatMap(({ quote, passage }) => [quote, aboutOf(passage)])
  return shareOf(asked, new Set(allStems(said.join(' ')))) > 0
}

function aboutOf({ title, headings, tableHeader = '' }: Evidence['passage']): string {
  return [title, ...headings, tableHeader].filter(Boolean).join(', ')
}
