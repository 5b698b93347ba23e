import { createHash } from 'node:crypto'
import type { Run } from '../author.ts'
import { type Model, ModelFault, type ModelTask, wrapModel } from './client/model.ts'
import { estimateTokens } from './client/prompt-text.ts'

/** Tasks that use the evidence; the others look for more of it. */
const WRITING: ReadonlySet<ModelTask> = new Set(['write', 'rewrite', 'judge', 'fill'])

/** Limits a model to a run's budget. Replies of an earlier attempt at the run answer the same prompts. */
export function withinRun(model: Model, run: Pick<Run, 'budget' | 'signal' | 'kept'>): Model {
  const limited = withinBudget(model, run)
  return run.kept ? keepReplies(limited, run.kept) : limited
}

/** Tasks that look for evidence leave the reserve to those that write. */
function withinBudget(model: Model, { budget, signal }: Pick<Run, 'budget' | 'signal'>): Model {
  return wrapModel(model, async (prompt, options, call) => {
    signal?.throwIfAborted()
    const isForWriting = WRITING.has(prompt.task)
    const endsAt = isForWriting ? budget.writingEndsAt : budget.searchEndsAt
    const timeoutMs = Math.min(options.timeoutMs, endsAt - performance.now())
    const asked = estimateTokens(prompt.system) + estimateTokens(prompt.user)
    const reserved = asked + options.maxTokens
    if (timeoutMs <= 0) throw new ModelFault('out-of-budget', 'there is no time left for the model')
    if (!budget.takeTokens(reserved, { isForWriting })) {
      throw new ModelFault('out-of-budget', 'there are no tokens left for the model')
    }
    let used = 0
    const onUsage = (tokens: number) => {
      used += tokens
    }
    try {
      return await call({ ...options, timeoutMs, onUsage, ...(signal && { signal }) })
    } finally {
      // A call that asks twice may use more than was reserved, which counts too.
      budget.returnTokens(reserved - used)
    }
  })
}

function keepReplies(model: Model, kept: NonNullable<Run['kept']>): Model {
  return wrapModel(model, async <Reply>(...call: Parameters<Parameters<typeof wrapModel>[1]>) => {
    const [prompt, options, ask] = call
    const key = createHash('sha256').update(JSON.stringify(prompt)).digest('base64url')
    const known = kept.recall(key)
    // The seal proves that the stored reply belongs to this prompt.
    if (known !== undefined) return known as Reply
    const reply = (await ask(options)) as Reply & { isComplete?: boolean }
    if (reply.isComplete !== false) await kept.keep(key, reply)
    return reply
  })
}
