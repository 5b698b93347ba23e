import { rephrase } from '../../plan/rephrase.ts'
import { askedStems, roleOf } from '../../shape/property.ts'
import { contentStems } from '../../text/words.ts'
import type { Judged } from '../../verify/problem.ts'
import type { Model } from '../client/model.ts'
import { type JudgeOptions, judgeWithModel } from '../judge.ts'
import type { ProvenLeaf } from './settle-object.ts'

const MOST_JUDGED = 200
const LONGEST_VALUE = 600

/**
 * Returns the paths of values that the quotes contain but do not give for their properties: "Velmark" is in
 * a quote but does not own the moon. Asks the model once about all values. If it gives no verdict, a quote
 * must mention the property.
 */
export async function judgeLeaves(
  model: Model,
  leaves: readonly ProvenLeaf[],
  options: JudgeOptions,
): Promise<ReadonlySet<string>> {
  const open = leaves.filter(({ leaf }) => roleOf(leaf.property) !== 'sources')
  const claims = open.slice(0, MOST_JUDGED).map(proven => ({
    text: claimOf(proven),
    quotes: proven.evidence.map(({ quote, passage }) => `${aboutOf(passage)}: ${quote}`),
  }))
  const judged = claims.length > 0 ? await judgeWithModel(model, claims, options) : []
  const denied = open.filter((leaf, at) => !isAccepted(leaf, judged[at] ?? 'unknown'))
  return new Set(denied.map(({ path }) => path))
}

/** The name of the subject is accepted unless the model rejects it. */
function isAccepted(proven: ProvenLeaf, judged: Judged): boolean {
  if (judged === 'unsupported') return false
  const isName = roleOf(proven.leaf.property) === 'subject'
  return judged === 'supported' || isName || (judged === 'unknown' && isTied(proven))
}

/** A summary is a claim itself; any other value becomes one with the name of its property. */
function claimOf({ leaf: { value, property }, owner }: ProvenLeaf): string {
  const text = String(value).slice(0, LONGEST_VALUE)
  if (roleOf(property) === 'summary') return text
  const { name, around, gist } = property
  const of = owner === '' ? '' : ` of ${owner}`
  const told = gist === '' ? '' : ` (${gist})`
  return `${[...around, name].filter(Boolean).join(', ')}${of}${told}: ${text}`
}

/** Whether the evidence shares a word with the property. */
function isTied({ leaf: { property, value }, evidence }: ProvenLeaf): boolean {
  const { name, around, gist } = property
  const own = askedStems(`${name} ${rephrase(name)} ${gist}`)
  const given = contentStems(String(value))
  const asked = (own.length > 0 ? own : askedStems(around.join(' '))).filter(one => !given.has(one))
  const said = evidence.flatMap(({ quote, passage }) => [quote, aboutOf(passage)])
  return asked.length === 0 || !contentStems(said.join(' ')).isDisjointFrom(new Set(asked))
}

function aboutOf({
  title,
  headings,
  tableHeader = '',
}: ProvenLeaf['evidence'][number]['passage']): string {
  return [title, ...headings, tableHeader].filter(Boolean).join(', ')
}
