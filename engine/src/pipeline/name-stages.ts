import type { Progress } from '../progress.ts'

/**
 * Reports each stage once and without counts. A caller can make any schema fail and pay nothing, so the
 * progress of a run with a schema must not tell what was found.
 */
export function nameStages(report: (progress: Progress) => void): (progress: Progress) => void {
  const named = new Set<Progress['stage']>()
  return ({ stage }) => {
    if (named.has(stage)) return
    named.add(stage)
    report({ stage, counts: {} })
  }
}
