/** Messages for a command that is stopped while its call keeps running. */
export function callGoesOn(requestId: string): string {
  return `Stopped waiting. If the service accepted the call, it keeps running and is refunded if it fails.\nTo get its result, run:\n\n  footnote call ${requestId}\n`
}

export function submissionGoesOn(requestId: string): string {
  return `Stopped while submitting, so the task may have been charged. To get its report, run:\n\n  footnote task ${requestId}\n`
}

export function taskGoesOn(taskId: string): string {
  return `Stopped waiting. The task keeps running. To get its report, run:\n\n  footnote task ${taskId}\n`
}
