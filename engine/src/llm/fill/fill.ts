import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import type { TSchema } from 'typebox'
import type { Evidence } from '../../evidence/ledger.ts'
import type { Statement } from '../../evidence/statement.ts'
import type { FieldEvidence } from '../../shape/field-sources.ts'
import { proofsOf } from '../../shape/proof.ts'
import type { Proving } from '../../shape/prove-leaf.ts'
import { compileValidator, type Validator } from '../../shape/validate-content.ts'
import type { Model } from '../client/model.ts'
import { ModelFault } from '../client/model-fault.ts'
import { type EarlierReply, fillPrompt } from './fill-prompt.ts'
import { judgeLeaves } from './judge-leaves.ts'
import { readFillReply } from './read-fill-reply.ts'
import { schemaForModel } from './schema-for-model.ts'
import { settleObject, type ValueProblem } from './settle-object.ts'

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
  /** For one prompt. */
  readonly timeoutMs: number
  readonly mayGoOn: () => boolean
  readonly signal?: AbortSignal
}

export interface ModelFilled {
  readonly content: JsonObject
  readonly fields: readonly FieldEvidence[]
}

const MOST_REPAIRS = 2
const MOST_FAULTS = 20

/**
 * Fills the caller's schema with a model. Code proves every value by a quote, and the model judges
 * whether the quote gives the value for that property. After two repairs it is a fault of the model.
 */
export async function fillWithModel(model: Model, options: ModelFillOptions): Promise<ModelFilled> {
  const { schema, input, entries, prepared, language, today } = options
  const validate = compileValidator(schema, { allFaults: true })
  const proofs = proofsOf(entries, prepared)
  if (proofs.length === 0) throw new ModelFault('garbled', 'there is no evidence to fill from')
  const proving = { proofs, language: language ?? 'en' }
  const shape = shapeAround(schemaForModel(schema))
  let earlier: EarlierReply | undefined
  for (let repairs = 0; repairs <= MOST_REPAIRS; repairs++) {
    if (!options.mayGoOn()) {
      throw new ModelFault('out-of-budget', 'the budget ended before the schema was filled')
    }
    const asking = fillPrompt(model, { input, proofs, shape, language, today, earlier })
    const reply = await askFor(model, { ...asking, shape }, options)
    const outcome = await settle(model, reply, { validate, proving, options })
    if ('content' in outcome) return outcome
    earlier = { reply: JSON.stringify(reply) ?? '', problems: outcome.problems }
  }
  throw new ModelFault('garbled', 'the values that the model filled in could not be proven')
}

/** Returns the model's reply; undefined, which leads to a repair, if it does not match the shape. */
async function askFor(
  model: Model,
  { prompt, maxTokens, shape }: ReturnType<typeof fillPrompt> & { readonly shape: JsonObject },
  { timeoutMs, signal }: ModelFillOptions,
): Promise<unknown> {
  try {
    const asked = { ...prompt, shape: shape as TSchema }
    return await model.ask(asked, { maxTokens, timeoutMs, ...(signal && { signal }) })
  } catch (error) {
    if (error instanceof ModelFault && error.kind === 'garbled') return undefined
    throw error
  }
}

type Outcome = ModelFilled | { readonly problems: readonly ValueProblem[] }

interface Settling {
  readonly validate: Validator
  readonly proving: Proving
  readonly options: ModelFillOptions
}

/** Keeps the values that code can prove, and of those the ones that the model confirms. */
async function settle(
  model: Model,
  reply: unknown,
  { validate, proving, options }: Settling,
): Promise<Outcome> {
  const read = readFillReply(reply)
  if (!read) return { problems: [{ path: '', reason: 'the reply was not of the shape asked for' }] }
  const outcomeWithout = (denied: ReadonlySet<string>) => {
    const settled = settleObject(options.schema, read, { proving, denied })
    const { content, fields, problems, dropped, leaves } = settled
    if (problems.length > 0 || !isJsonObject(content)) {
      return { problems: [...problems, ...dropped], leaves }
    }
    const faults = validate(content)
      .slice(0, MOST_FAULTS)
      .map(({ instancePath, keyword, message }) => ({
        path: instancePath,
        reason: `${message ?? 'is not allowed'} (${keyword})`,
      }))
    if (faults.length > 0) return { problems: [...faults, ...dropped], leaves }
    if (fields.length > 0) return { content, fields, leaves }
    return {
      problems: [...dropped, { path: '', reason: 'no value rests on any evidence' }],
      leaves,
    }
  }
  const outcome = outcomeWithout(new Set())
  if ('problems' in outcome) return outcome
  const denied = await judgeLeaves(model, outcome.leaves, options)
  return denied.size === 0 ? outcome : outcomeWithout(denied)
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
