import type { Progress } from '../progress.ts'

/**
 * Reports each stage once. A caller can make a run fail and pay nothing, so the number of repetitions,
 * which depends on what was found, must stay hidden. Only a stage after the last refusal may have counts.
 */
export function nameStages(report: (progress: Progress) => void): (progress: Progress) => void {
  const named = new Set<Progress['stage']>()
  return progress => {
    if (named.has(progress.stage)) return
    named.add(progress.stage)
    report(progress)
  }
}
