import type { CompletedTask, Footnote } from '@footnote/sdk'
import { taskGoesOn } from '../errors/stop-texts.ts'
import { progressText } from '../output/progress-text.ts'
import type { Session } from './session.ts'

/** Waits for a task and shows how it goes. Whatever happens meanwhile, the caller learns how to come back. */
export async function followTask(
  session: Session,
  footnote: Footnote,
  { taskId }: { readonly taskId: string },
): Promise<CompletedTask<unknown>> {
  session.note({ taskId, ifStopped: taskGoesOn(taskId) })
  session.showStatus(`Waiting for task ${taskId}`)
  return footnote.tasks.wait(taskId, {
    onProgress: progress => session.showStatus(progressText(progress)),
  })
}
