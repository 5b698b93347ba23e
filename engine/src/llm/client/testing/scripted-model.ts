import type { Model, ModelTask, Prompt } from '../model.ts'
import { ModelFault } from '../model.ts'

type Script = Partial<Record<ModelTask, (prompt: Prompt) => unknown>>

/** A model with scripted replies, which are values or texts. */
export function scriptedModel(
  script: Script,
  { contextTokens = 32_768, parallel = 2 } = {},
): Model & { readonly prompts: readonly Prompt[] } {
  const prompts: Prompt[] = []
  return {
    prompts,
    contextTokens,
    parallel,
    async send(prompt) {
      prompts.push(prompt)
      const answer = script[prompt.task]
      if (!answer) throw new ModelFault('unreachable', 'the model is not there')
      const reply = await answer(prompt)
      const text = typeof reply === 'string' ? reply : (JSON.stringify(reply) ?? '')
      return { text, isCut: false, usedTokens: 0 }
    },
  }
}
