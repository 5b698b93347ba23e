import { createHash } from 'node:crypto'
import type { KeptReplies } from '../research.ts'
import type { Model, Prompt } from './client/model.ts'

/** Wraps a model so that stored replies of an earlier attempt answer the same prompts. */
export function keepReplies(model: Model, kept: KeptReplies | undefined): Model {
  if (!kept) return model
  async function once<Reply>(
    prompt: Prompt,
    call: () => Promise<Reply>,
    isWhole: (reply: Reply) => boolean = () => true,
  ): Promise<Reply> {
    const key = createHash('sha256').update(JSON.stringify(prompt)).digest('base64url')
    const known = kept?.recall(key)
    // The seal proves that the stored reply belongs to this prompt.
    if (known !== undefined) return known as Reply
    const reply = await call()
    if (isWhole(reply)) await kept?.keep(key, reply)
    return reply
  }
  return {
    get contextTokens() {
      return model.contextTokens
    },
    parallel: model.parallel,
    write: (prompt, options) =>
      once(
        prompt,
        () => model.write(prompt, options),
        ({ isComplete }) => isComplete,
      ),
    ask: (prompt, options) => once(prompt, () => model.ask(prompt, options)),
  }
}
