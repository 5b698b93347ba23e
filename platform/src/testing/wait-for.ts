import { pollUntil } from '../poll-until.ts'

const PATIENCE_MS = 45_000

/** Waits until there is an answer; says what it waited for when none comes in good time. */
export async function waitFor<Answer>(
  what: string,
  check: () => Answer | undefined | false | Promise<Answer | undefined | false>,
): Promise<Answer> {
  const answer = await pollUntil(async () => (await check()) || undefined, {
    timeoutMs: PATIENCE_MS,
  })
  if (answer === undefined) throw new Error(`waited in vain for ${what}`)
  return answer as Answer
}
