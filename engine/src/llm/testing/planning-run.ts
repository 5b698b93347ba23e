import type { Run } from '../../author.ts'
import { budgets } from '../../budgets.ts'
import { openBudget } from '../../open-budget.ts'
import { compilePolicy } from '../../policy/compile-policy.ts'
import type { ResearchRequest } from '../../research.ts'

/** A run that may have so many parts. */
export function planningRun(request: Partial<ResearchRequest>, parts = 4): Run {
  return {
    request: { kind: 'research', input: '', effort: 'standard', sources: {}, ...request },
    source: { search: async () => [], read: async () => [], findNamed: async () => [] },
    policy: compilePolicy({}, { now: new Date('2026-11-15') }),
    budget: openBudget({ ...budgets.standard, parts }),
    today: '2026-11-15',
  }
}
