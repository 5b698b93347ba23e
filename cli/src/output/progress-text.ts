import { countsText, stageText, stateTexts } from '@footnote/contract/progress-text'
import type { Progress } from '@footnote/sdk'

/** How a task goes, on one line: its stage with what was counted, or else its state. */
export function progressText({ status, stage, counts = {} }: Progress): string {
  // A newer service may have states that are not known here.
  if (stage === undefined) return stateTexts[status] ?? stageText(status)
  return [stageText(stage), countsText(counts)].filter(Boolean).join(': ')
}
