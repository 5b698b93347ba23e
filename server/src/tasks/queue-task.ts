import type { Database } from '@footnote/platform/database/connect'

/**
 * Stores the upstream's id of an accepted task; returns false if the task was given up meanwhile.
 */
export async function queueTask(
  database: Database,
  { taskId, remoteId, verdictMs }: { taskId: string; remoteId: string; verdictMs: number },
): Promise<boolean> {
  const { rows } = await database.query<{ queued: boolean }>(
    'select queue_task($1, $2, $3) as queued',
    [taskId, remoteId, verdictMs],
  )
  return rows[0]?.queued ?? false
}
