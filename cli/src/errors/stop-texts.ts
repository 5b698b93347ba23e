/** Messages for a command that is stopped while its call keeps running. */
export const CALL_GOES_ON =
  'Stopped waiting. If the service accepted the call, it keeps running and is refunded if it fails.\n' +
  'To see the outcome, run: footnote usage'

export const SUBMISSION_GOES_ON =
  'Stopped while submitting, so the task may have been charged. To check, run: footnote usage\n' +
  'If the task is listed, get its report with footnote task ID, where ID is its request ID.'

export function taskGoesOn(taskId: string): string {
  return `Stopped waiting. The task keeps running. To get its report, run:\n\n  footnote task ${taskId}\n`
}
