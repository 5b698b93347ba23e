import { hash } from 'node:crypto'
import type { Author, Run } from '../author.ts'
import type { Finding, FoundSentence } from '../evidence/finding.ts'
import type { Part } from '../plan/plan-research.ts'
import { isBorneOut } from '../verify/prove-statement.ts'
import { type Model, ModelFault, type ModelTask, type Reply, sendingBy } from './client/model.ts'
import { estimateTokens } from './client/prompt-text.ts'
import { fillWithModel } from './fill/fill.ts'
import { judgeWithModel } from './judge.ts'
import { planFirst, planFurther } from './plan.ts'
import { readWithModel } from './read.ts'
import { gatherMaterial, writeWithModel } from './write.ts'

/** Shares of the time that is left to write. */
const SHARE_FOR_WRITING = 0.6
const SHARE_FOR_JUDGING = 0.4
const SHARE_FOR_FILLING = 0.8
/** Share of the tokens reserved for writing, or of a small context, that the text itself may have. */
const SHARE_OF_TOKENS = 0.4

/** Creates the author that asks a language model. It throws a ModelFault if the model gives nothing usable. */
export function createLlmAuthor(unlimited: Model): Author {
  const within = (run: Run) => withinRun(unlimited, run)
  return {
    async plan(run, found) {
      const model = within(run)
      return found ? await planFurther(model, run, found) : await planFirst(model, run)
    },

    async read({ part, passages, readers, known }, run) {
      const { searchEndsAt, limits } = run.budget
      if (passages.length === 0) return known
      const quotes = await readWithModel(within(run), {
        question: part.question,
        passages: passages.slice(0, limits.passagesPerQuery),
        most: limits.sentencesPerPart * 2,
        readers,
        timeoutMs: searchEndsAt - performance.now(),
      })
      return merge(part, known, quotes)
    },

    async *write({ language, findings, ledger }, run) {
      const model = within(run)
      const { request, budget, today } = run
      const { limits } = budget
      const tokens = Math.min(limits.writingTokens, model.contextTokens) * SHARE_OF_TOKENS
      const draft = await writeWithModel(model, {
        ...{ ...request, findings, ledger, limits, language, today },
        maxTokens: Math.floor(tokens),
        timeoutMs: SHARE_FOR_WRITING * timeToWriteMs(run),
      })
      yield { ...draft, author: 'model' }
    },

    async fill(schema, { findings, ledger, language }, run) {
      const { request, policy, budget, today } = run
      const { facts, evidence } = gatherMaterial(findings, { ledger, limits: budget.limits })
      return await fillWithModel(within(run), {
        ...{ schema, input: request.input, entries: evidence, language, today },
        prepared: facts.filter(statement => isBorneOut(statement, policy)),
        timeoutMs: SHARE_FOR_FILLING * timeToWriteMs(run),
        mayGoOn: budget.mayWrite,
      })
    },

    async judge(claims, _, run) {
      const timeoutMs = SHARE_FOR_JUDGING * timeToWriteMs(run)
      const options = { timeoutMs, mayGoOn: run.budget.mayWrite }
      const verdicts = await judgeWithModel(within(run), claims, options)
      return verdicts.map(verdict => ({ verdict }))
    },
  }
}

function timeToWriteMs({ budget }: Run): number {
  return budget.writingEndsAt - performance.now()
}

/** Lets the model decide which prose answers; fields, figures and facts stay. */
function merge(
  part: Part,
  known: Finding | undefined,
  quotes: readonly FoundSentence[],
): Finding | undefined {
  const fields = known?.sentences.filter(({ label }) => label !== undefined) ?? []
  const added = quotes.filter(quote => !fields.some(field => isSamePlace(field, quote)))
  const sentences = [...fields, ...added]
  const isFound = sentences.length > 0 || known?.tableAnswer || known?.answer
  return isFound ? { ...(known ?? { part, related: [] }), sentences } : undefined
}

function isSamePlace(one: FoundSentence, other: FoundSentence): boolean {
  return (
    one.passage.documentId === other.passage.documentId &&
    one.passage.start + one.span.start < other.passage.start + other.span.end &&
    other.passage.start + other.span.start < one.passage.start + one.span.end
  )
}

/** Tasks that use the evidence; the others look for more of it. */
const WRITING: ReadonlySet<ModelTask> = new Set(['write', 'judge', 'fill'])

/**
 * Limits a model to a run's budget. Tasks that look for evidence leave the reserve to those that write.
 * Replies of an earlier attempt at the run answer the same prompts.
 */
export function withinRun(
  model: Model,
  { budget, signal, kept }: Pick<Run, 'budget' | 'signal' | 'kept'>,
): Model {
  return sendingBy(model, async (prompt, options) => {
    const key = hash('sha256', JSON.stringify(prompt), 'base64url')
    // The seal proves that the stored reply belongs to this prompt.
    const known = kept?.recall(key)
    if (known !== undefined) return known as Reply
    signal?.throwIfAborted()
    const isForWriting = WRITING.has(prompt.task)
    const endsAt = isForWriting ? budget.writingEndsAt : budget.searchEndsAt
    const timeoutMs = Math.min(options.timeoutMs, endsAt - performance.now())
    const reserved = estimateTokens(prompt.system) + estimateTokens(prompt.user) + options.maxTokens
    if (timeoutMs <= 0) throw new ModelFault('out-of-budget', 'there is no time left for the model')
    if (!budget.takeTokens(reserved, { isForWriting })) {
      throw new ModelFault('out-of-budget', 'there are no tokens left for the model')
    }
    let used = 0
    try {
      const reply = await model.send(prompt, { ...options, timeoutMs, ...(signal && { signal }) })
      used = reply.usedTokens
      await kept?.keep(key, reply)
      return reply
    } finally {
      // A model that thinks may use more than was reserved, which counts too.
      budget.returnTokens(reserved - used)
    }
  })
}
