import type { TaskState } from '@footnote/contract/responses'
import type { Database } from '@footnote/platform/database/connect'

export interface RecordedLook {
  readonly state: TaskState
  readonly missing_count: number
  readonly missing_ms: number | null
}

/** Stores what is new in a poll; the state it returns never goes backwards. */
export async function recordPoll(
  database: Database,
  {
    taskId,
    seen,
    goodResult,
    missing,
    endedAt,
    isScheduled,
  }: {
    taskId: string
    seen: TaskState | null
    goodResult: boolean
    missing: boolean
    endedAt: Date | undefined
    isScheduled: boolean
  },
): Promise<RecordedLook> {
  const { rows } = await database.query<RecordedLook>({
    name: 'record_look',
    // Sent as a number, since both sides do not read every time in text form.
    text: 'select * from record_look($1, $2, $3, $4, to_timestamp($5::float8 / 1000), $6)',
    values: [taskId, seen, goodResult, missing, endedAt?.getTime(), isScheduled],
  })
  const [row] = rows
  if (!row) throw new Error('a poll was recorded for a task that does not exist')
  return row
}
