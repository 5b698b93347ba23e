import { pollUntil } from '../poll-until.ts'

const PATIENCE_MS = 110_000

/** Waits until `check` returns an answer. Throws an error that names `what` if there is none in time. */
export async function waitFor<Answer>(
  what: string,
  check: () => Answer | undefined | false | Promise<Answer | undefined | false>,
  { timeoutMs = PATIENCE_MS } = {},
): Promise<Answer> {
  const answer = await pollUntil(async () => (await check()) || undefined, { timeoutMs })
  if (answer === undefined) throw new Error(`timed out waiting for ${what}`)
  return answer as Answer
}
