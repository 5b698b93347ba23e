import type { OpenBudget } from '../open-budget.ts'
import { estimateTokens } from './client/estimate-tokens.ts'
import type { CallOptions, Model, ModelTask, Prompt } from './client/model.ts'
import { ModelFault } from './client/model-fault.ts'

/** Tasks that use the evidence; the others look for more of it. */
const WRITING: ReadonlySet<ModelTask> = new Set(['write', 'rewrite', 'judge', 'fill'])

/**
 * Limits a model to the rest of a run's tokens and time. Tasks that look for evidence leave the reserve
 * to those that write.
 */
export function budgetModel(
  model: Model,
  { budget, signal }: { budget: OpenBudget; signal?: AbortSignal },
): Model {
  async function within<Reply>(
    prompt: Prompt,
    options: CallOptions,
    call: (options: CallOptions) => Promise<Reply>,
  ): Promise<Reply> {
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
  }

  return {
    // The model may learn the length of its context from the first replies.
    get contextTokens() {
      return model.contextTokens
    },
    parallel: model.parallel,
    write: (prompt, options) => within(prompt, options, own => model.write(prompt, own)),
    ask: (prompt, options) => within(prompt, options, own => model.ask(prompt, own)),
  }
}
