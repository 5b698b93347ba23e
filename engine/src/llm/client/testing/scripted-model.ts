import type { Model, ModelTask, Prompt } from '../model.ts'
import { ModelFault } from '../model.ts'

type Script = Partial<Record<ModelTask, (prompt: Prompt) => unknown>>

/** A model with scripted replies: texts for writing, values for questions. */
export function scriptedModel(
  script: Script,
  { contextTokens = 32_768, parallel = 2 } = {},
): Model & { readonly prompts: readonly Prompt[] } {
  const prompts: Prompt[] = []
  async function reply(prompt: Prompt): Promise<unknown> {
    prompts.push(prompt)
    const answer = script[prompt.task]
    if (!answer) throw new ModelFault('unreachable', 'the model is not there')
    return await answer(prompt)
  }
  return {
    prompts,
    contextTokens,
    parallel,
    async write(prompt) {
      return { text: String(await reply(prompt)), isComplete: true }
    },
    async ask(prompt) {
      return (await reply(prompt)) as never
    },
  }
}
