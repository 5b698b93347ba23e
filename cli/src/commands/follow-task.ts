import { countsText, stageText, stateTexts } from '@footnote/contract/progress-text'
import type { CompletedTask, Footnote, Progress } from '@footnote/sdk'
import { taskGoesOn } from '../errors/stop-texts.ts'
import type { Session } from './session.ts'

/** Waits for a task and shows its progress. Every error from here on says how to resume. */
export async function followTask(
  session: Session,
  footnote: Footnote,
  { taskId, include }: { readonly taskId: string; readonly include: readonly 'evidence'[] },
): Promise<CompletedTask<unknown>> {
  session.note({
    taskId,
    ifStopped: taskGoesOn(taskId),
    cancel: () => footnote.calls.cancel(taskId),
  })
  session.showStatus(`Waiting for task ${taskId}`)
  return footnote.tasks.wait(taskId, {
    include,
    onProgress: progress => session.showStatus(progressText(progress)),
  })
}

/** Describes a task's progress in one line: its stage with counts, or else its state. */
export function progressText({ status, stage, counts = {} }: Progress): string {
  // A newer service may have states that this version does not know.
  if (stage === undefined) return stateTexts[status] ?? stageText(status)
  return [stageText(stage), countsText(counts)].filter(Boolean).join(': ')
}
