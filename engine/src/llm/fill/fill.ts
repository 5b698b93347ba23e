import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import Type from 'typebox'
import type { Filled } from '../../author.ts'
import type { Evidence } from '../../evidence/ledger.ts'
import type { Statement } from '../../evidence/statement.ts'
import { askedStems, roleOf } from '../../shape/property.ts'
import type { Proving } from '../../shape/prove-leaf.ts'
import { contextOf, proofsOf } from '../../shape/prove-values.ts'
import { compileValidator, type Validator } from '../../shape/validate.ts'
import { contentStems } from '../../text/words.ts'
import type { Judged } from '../../verify/problem.ts'
import { ask } from '../client/ask.ts'
import { type Model, ModelFault } from '../client/model.ts'
import { type JudgeOptions, judgeWithModel } from '../judge.ts'
import { fillPrompt } from './prompt.ts'
import { type ProvenLeaf, settleObject } from './settle-object.ts'

export interface ModelFillOptions {
  readonly schema: JsonObject
  readonly input: string
  readonly entries: readonly Evidence[]
  /** Sentences that code has calculated. */
  readonly prepared?: readonly Statement[]
  /** Language of the texts, as a BCP 47 tag. */
  readonly language?: string
  /** As YYYY-MM-DD. */
  readonly today: string
  /** For all attempts. */
  readonly timeoutMs: number
  readonly mayGoOn: () => boolean
}

const MOST_REPAIRS = 2
const MOST_FAULTS = 20
/** Whether it matches the caller's schema is checked by value. */
const OBJECT = Type.Object({})

/**
 * Fills the caller's schema with a model. Code proves every value by a quote, and the model judges
 * whether the quote gives the value for that property. After two repairs it is a fault of the model.
 */
export async function fillWithModel(model: Model, options: ModelFillOptions): Promise<Filled> {
  const { schema, input, entries, prepared, language, today } = options
  const validate = compileValidator(schema, { allFaults: true })
  const proofs = proofsOf(entries, prepared)
  if (proofs.length === 0) throw new ModelFault('garbled', 'there is no evidence to fill from')
  const proving = { proofs, language: language ?? 'en' }
  const { prompt, maxTokens } = fillPrompt(model, { input, proofs, schema, language, today })
  let filled: Filled | undefined
  await ask(
    model,
    { ...prompt, shape: OBJECT },
    {
      maxTokens,
      timeoutMs: options.timeoutMs,
      repairs: MOST_REPAIRS,
      async check(reply) {
        const outcome = await settle(model, reply, { validate, proving, options })
        if ('content' in outcome) filled = outcome
        if ('content' in outcome || options.mayGoOn()) return outcome.problems
        throw new ModelFault('out-of-budget', 'the budget ended before the schema was filled')
      },
    },
  )
  if (filled) return filled
  throw new ModelFault('garbled', 'the values that the model filled in could not be proven')
}
type Outcome =
  | (Filled & { readonly problems: readonly [] })
  | { readonly problems: readonly string[] }

interface Settling {
  readonly validate: Validator
  readonly proving: Proving
  readonly options: ModelFillOptions
}

/** Keeps the values that code can prove, and of those the ones that the model confirms. */
async function settle(
  model: Model,
  object: unknown,
  { validate, proving, options }: Settling,
): Promise<Outcome> {
  const outcomeWithout = async (denied: ReadonlySet<string>) => {
    const settled = await settleObject(options.schema, object, { proving, denied })
    const { value: content, fields = [], problems, leaves } = settled
    if (!isJsonObject(content)) return { problems, leaves }
    const faults = validate(content)
      .slice(0, MOST_FAULTS)
      .map(({ instancePath, keyword, message }) => `${instancePath} ${message} (${keyword})`)
    if (faults.length > 0) return { problems: [...faults, ...problems], leaves }
    if (fields.length > 0) return { content, fields, leaves, problems: [] as const }
    return { problems: [...problems, 'no value is supported by any evidence'], leaves }
  }
  const outcome = await outcomeWithout(new Set())
  if (!('content' in outcome)) return outcome
  const denied = await judgeLeaves(model, outcome.leaves, options)
  return denied.size === 0 ? outcome : await outcomeWithout(denied)
}

const MOST_JUDGED = 200
const LONGEST_VALUE = 600

/**
 * Returns the paths of values that the quotes contain but do not give for their properties: "Velmark" is in
 * a quote but does not own the moon. Asks the model once about all values. If it gives no verdict, a quote
 * must mention the property.
 */
async function judgeLeaves(
  model: Model,
  leaves: readonly ProvenLeaf[],
  options: JudgeOptions,
): Promise<ReadonlySet<string>> {
  const open = leaves.filter(({ leaf }) => roleOf(leaf.property) !== 'sources')
  const claims = open.slice(0, MOST_JUDGED).map(proven => ({
    text: claimOf(proven),
    quotes: proven.evidence.map(({ quote, passage }) => `${contextOf([passage])}: ${quote}`),
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
  const own = askedStems(`${name} ${gist}`)
  const given = contentStems(String(value))
  const asked = (own.length > 0 ? own : askedStems(around.join(' '))).filter(one => !given.has(one))
  const said = evidence.flatMap(({ quote, passage }) => [quote, contextOf([passage])])
  return asked.length === 0 || !contentStems(said.join(' ')).isDisjointFrom(new Set(asked))
}
