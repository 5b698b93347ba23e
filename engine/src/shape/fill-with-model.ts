import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import type { TSchema } from 'typebox'
import type { Evidence } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import type { Model } from '../llm/client/model.ts'
import { ModelFault } from '../llm/client/model-fault.ts'
import { contentStems } from '../text/words.ts'
import type { FieldEvidence } from './field-sources.ts'
import { judgeLeaves } from './judge-leaves.ts'
import { type FillPromptOptions, modelFillPrompt } from './model-fill-prompt.ts'
import { createProofs } from './model-proofs.ts'
import type { Proving } from './prove-leaf.ts'
import { readModelReply } from './read-model-reply.ts'
import { refuseUnfillable } from './refuse-unfillable.ts'
import { sanitiseSchema } from './sanitise-schema.ts'
import { type Settled, settleModelObject, type ValueProblem } from './settle-model-object.ts'
import { compileValidator, type Validator } from './validate-content.ts'

export interface ModelFillOptions {
  readonly schema: JsonObject
  readonly input: string
  /** Of the ledger. */
  readonly entries: readonly Evidence[]
  /** Sentences that code has calculated. */
  readonly prepared?: readonly Statement[]
  /** What texts are to be written in, as a BCP 47 tag. */
  readonly language?: string
  /** As YYYY-MM-DD. */
  readonly today: string
  /** Of one prompt. */
  readonly timeoutMs: number
  readonly mayGoOn: () => boolean
  readonly signal?: AbortSignal
}

export interface ModelFilled {
  readonly content: JsonObject
  readonly evidence: readonly FieldEvidence[]
}

const MOST_REPAIRS = 2
const MOST_FAULTS = 20

/**
 * An object that the caller's schema allows, written by a model and proven by code: each value rests
 * on a quote that says it, and the model stands by it when it is asked. What is not right after two repairs is a fault of the model, and the rules
 * are tried instead.
 */
export async function fillWithModel(model: Model, options: ModelFillOptions): Promise<ModelFilled> {
  const { schema, input, entries, prepared, language, today } = options
  refuseUnfillable(schema)
  const validate = compileValidator(schema, { allFaults: true })
  const shape = shapeAround(sanitiseSchema(schema))
  const proofs = createProofs(entries, prepared)
  if (proofs.length === 0) throw new ModelFault('garbled', 'there is no evidence to fill from')
  const spoken = language === undefined ? {} : { language }
  const proving: Proving = { proofs, input: contentStems(input), ...spoken }
  const judging = { schema, validate, proving }
  let earlier: FillPromptOptions['earlier']
  for (let repairs = 0; repairs <= MOST_REPAIRS; repairs++) {
    if (!options.mayGoOn()) {
      throw new ModelFault('out-of-budget', 'the budget ended before the schema was filled')
    }
    const about = { input, proofs, shape, today, ...spoken, ...(earlier && { earlier }) }
    const reply = await askFor(model, about, options)
    const outcome = await judge(model, reply, { judging, options })
    if ('content' in outcome) return outcome
    earlier = { reply: JSON.stringify(reply) ?? '', problems: outcome.problems }
  }
  throw new ModelFault('garbled', 'what the model filled in could not be proven')
}

/** What a reply is worth; undefined, which is worth nothing, when there was none of the shape. */
async function askFor(
  model: Model,
  about: FillPromptOptions,
  { timeoutMs, signal }: ModelFillOptions,
): Promise<unknown> {
  const { prompt, maxTokens } = modelFillPrompt(model, about)
  try {
    const asked = { ...prompt, shape: about.shape as TSchema }
    return await model.ask(asked, { maxTokens, timeoutMs, ...(signal && { signal }) })
  } catch (error) {
    if (error instanceof ModelFault && error.kind === 'garbled') return undefined
    throw error
  }
}

interface Judging {
  readonly schema: JsonObject
  readonly validate: Validator
  readonly proving: Proving
}

type Outcome = ModelFilled | { readonly problems: readonly ValueProblem[] }

/** What code can prove of a reply, and of that what the model stands by when it is asked. */
async function judge(
  model: Model,
  reply: unknown,
  { judging, options }: { readonly judging: Judging; readonly options: ModelFillOptions },
): Promise<Outcome> {
  const { schema, proving } = judging
  const read = readModelReply(reply)
  if (!read) return { problems: [{ path: '', reason: 'the reply was not of the shape asked for' }] }
  const proven = settleModelObject(schema, read, proving)
  const outcome = outcomeOf(proven, judging)
  if ('problems' in outcome) return outcome
  const denied = await judgeLeaves(model, proven.leaves, options)
  if (denied.size === 0) return outcome
  return outcomeOf(settleModelObject(schema, read, proving, { denied }), judging)
}

function outcomeOf(
  { content, fields, problems, dropped }: Settled,
  { validate }: Judging,
): Outcome {
  if (problems.length > 0 || !isJsonObject(content)) return { problems: [...problems, ...dropped] }
  const faults = validate(content)
    .slice(0, MOST_FAULTS)
    .map(({ instancePath, keyword, message }) => ({
      path: instancePath,
      reason: `${message ?? 'is not allowed'} (${keyword})`,
    }))
  if (faults.length > 0) return { problems: [...faults, ...dropped] }
  if (fields.length > 0) return { content, evidence: fields }
  return { problems: [...dropped, { path: '', reason: 'no value rests on any evidence' }] }
}

function shapeAround(object: JsonObject): JsonObject {
  const texts = { type: 'array', items: { type: 'string' } }
  const cited = { type: 'object', properties: { path: { type: 'string' }, ids: texts } }
  return {
    type: 'object',
    properties: {
      object,
      evidence: { type: 'array', items: { ...cited, required: ['path', 'ids'] } },
    },
    required: ['object', 'evidence'],
  }
}
