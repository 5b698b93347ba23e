import { budgets } from '../../engine/src/budgets.ts'
import type { Library } from '../../engine/src/library/open-library.ts'
import { gather } from '../../engine/src/pipeline/gather.ts'
import { openBudget } from '../../engine/src/pipeline/open-budget.ts'
import { compilePolicy } from '../../engine/src/policy/compile-policy.ts'
import type { SourceControls } from '../../engine/src/research.ts'
import { createLibrarySource } from '../../engine/src/search/library-source.ts'
import { isAnswered } from '../../engine/src/write/write-report.ts'
import type { Found } from './measure-hostile-writer.ts'

export interface AskedQuestion {
  readonly question: string
  readonly sources: SourceControls
}

/** What the rules find for each question; those that nothing answers are left out. */
export async function findForQuestions(
  library: Library,
  questions: readonly AskedQuestion[],
): Promise<Found[]> {
  const source = createLibrarySource(library)
  const found: Found[] = []
  for (const { question, sources } of questions) {
    const policy = compilePolicy(sources, { now: new Date() })
    const budget = openBudget(budgets.standard)
    const options = { source, policy, budget, onProgress: () => {} }
    const { findings } = await gather([{ question }], options)
    if (findings.some(isAnswered)) found.push({ question, policy, findings })
  }
  return found
}
