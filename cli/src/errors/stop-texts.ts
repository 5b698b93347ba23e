/** What somebody is told who stops a command while something goes on elsewhere. */
export const CALL_GOES_ON =
  'Stopped waiting. If the service has taken the call, it goes on and is settled by its outcome.\n' +
  'To see what became of it: footnote usage'

export const SUBMISSION_GOES_ON =
  'Stopped while the task was being submitted, which may have been paid. See: footnote usage\n' +
  'Where it lists the call, its request id is the task’s, and footnote task ID brings the report.'

export function taskGoesOn(taskId: string): string {
  return `Stopped waiting; task ${taskId} goes on. Come back with:\n\n  footnote task ${taskId}\n`
}
