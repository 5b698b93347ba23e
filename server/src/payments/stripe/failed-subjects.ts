import type { Database } from '@footnote/platform/database/connect'
import type { Subject } from './event-subject.ts'

type Mode = 'live' | 'test'

/**
 * Subjects that could not be applied so far, with their next attempt: at once, then after as long
 * as they have been failing, and at least once an hour.
 */
export async function listFailedSubjects(
  database: Database,
  { mode }: { mode: Mode },
): Promise<{ subject: Subject; isDue: boolean }[]> {
  const { rows } = await database.query<{ subject: string; isDue: boolean }>(
    `select subject,
       clock_timestamp() - tried_at >= least(tried_at - failed_at, interval '1 hour') as "isDue"
     from payment_subject where mode = $1 order by tried_at`,
    [mode],
  )
  return rows.map(({ subject, isDue }) => ({ subject: JSON.parse(subject), isDue }))
}

export async function noteFailedSubject(
  database: Database,
  { mode, subject }: { mode: Mode; subject: Subject },
): Promise<void> {
  await database.query(
    `insert into payment_subject (mode, subject) values ($1, $2)
     on conflict (mode, subject) do update set tried_at = clock_timestamp()`,
    [mode, JSON.stringify(subject)],
  )
}

export async function forgetFailedSubject(
  database: Database,
  { mode, subject }: { mode: Mode; subject: Subject },
): Promise<void> {
  await database.query('delete from payment_subject where mode = $1 and subject = $2', [
    mode,
    JSON.stringify(subject),
  ])
}
