import type { OpenBudget } from '../open-budget.ts'
import { estimateTokens } from './client/estimate-tokens.ts'
import type { CallOptions, Model, ModelTask, Prompt } from './client/model.ts'
import { ModelFault } from './client/model-fault.ts'

/** What is done with the evidence that there is; the rest looks for more of it. */
const WRITING: ReadonlySet<ModelTask> = new Set(['write', 'rewrite', 'judge', 'fill'])

/**
 * A model that keeps to what is left of a run's budget of tokens and time. Whoever looks for evidence
 * leaves the reserve to whoever writes.
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
      // One that asks twice may use more than was reserved, and that counts too.
      budget.returnTokens(reserved - used)
    }
  }

  return {
    // It may learn better of its context while it is used.
    get contextTokens() {
      return model.contextTokens
    },
    parallel: model.parallel,
    write: (prompt, options) => within(prompt, options, own => model.write(prompt, own)),
    ask: (prompt, options) => within(prompt, options, own => model.ask(prompt, own)),
  }
}
