import type { Database } from '@footnote/platform/database/connect'
import type { KeptReplies } from '../research.ts'
import type { Attempt } from './claim-run.ts'
import { seal, unseal } from './seal.ts'
import type { SealKeys } from './seal-keys.ts'

/** Limits of one run; further replies are asked for again by the next attempt. */
const MOST_REPLIES = 2_000
const MOST_BYTES = 16 * 1024 * 1024

interface KeepOptions {
  readonly database: Database
  readonly sealKeys: SealKeys
  readonly reportFault: (error: unknown) => void
}

/**
 * Opens the replies that earlier attempts at a run have kept. Keeping saves time and money, nothing else:
 * a reply that cannot be written is reported, and the run goes on.
 */
export async function openKeptReplies(
  { database, sealKeys, reportFault }: KeepOptions,
  { runId, attemptId }: Attempt,
): Promise<KeptReplies> {
  const place = { runId, field: 'reply' } as const
  const known = new Map<string, unknown>()
  let count = 0
  let bytes = 0
  const { rows } = await database.query<{ sealed_reply: Buffer }>(
    'select sealed_reply from run_reply where run_id = $1 order by id',
    [runId],
  )
  for (const { sealed_reply: sealed } of rows) {
    count += 1
    bytes += sealed.length
    try {
      const opened = (await unseal(sealKeys, sealed, place)) as { key: string; reply: unknown }
      known.set(opened.key, opened.reply)
    } catch (error) {
      // A reply that cannot be read is asked for again.
      reportFault(error)
    }
  }
  return {
    recall: key => known.get(key),
    async keep(key, reply) {
      try {
        const sealed = await seal(sealKeys, { key, reply }, place)
        if (count >= MOST_REPLIES || bytes + sealed.length > MOST_BYTES) return
        count += 1
        bytes += sealed.length
        // Only the newest attempt may write about its run.
        await database.query(
          `insert into run_reply (run_id, sealed_reply)
           select id, $3 from run where id = $1 and attempt_id = $2 and state = 'running'`,
          [runId, attemptId, sealed],
        )
      } catch (error) {
        reportFault(error)
      }
    },
  }
}

/** Deletes the replies of a run that has ended. */
export async function forgetReplies(database: Database, runId: string): Promise<void> {
  await database.query('delete from run_reply where run_id = $1', [runId])
}
