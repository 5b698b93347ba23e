import type { Finding } from '../evidence/finding.ts'
import type { Part } from '../plan/part.ts'
import { planQuestions } from '../plan/plan-research.ts'
import { reflectWithModel } from '../plan/reflect-with-model.ts'
import type { GatherOptions } from './gather.ts'
import { withoutFault } from './without-fault.ts'

const MOST_QUESTIONS = 4
const QUERIES_EACH = 2
/** Thinking about what is missing must leave time to look for it. */
const SHARE_OF_TIME = 0.3

/** What else a model would ask, seeing what was found; nothing when there is no round left to ask it in. */
export async function reflect(
  { parts, findings }: { parts: readonly Part[]; findings: ReadonlyMap<Part, Finding> },
  { model, input, budget, source, policy }: GatherOptions,
): Promise<readonly Part[]> {
  const room = budget.limits.parts - parts.length
  const isLast = budget.used.rounds >= budget.limits.rounds
  if (!model || input === undefined || isLast || room <= 0 || !budget.maySearch()) return []
  const questions = await withoutFault(() =>
    reflectWithModel(model, {
      input,
      found: parts.map(part => ({
        question: part.question,
        quotes: (findings.get(part)?.sentences ?? []).map(({ text }) => text),
      })),
      most: Math.min(MOST_QUESTIONS, room),
      queriesEach: QUERIES_EACH,
      timeoutMs: SHARE_OF_TIME * (budget.searchEndsAt - performance.now()),
    }),
  )
  if (!questions || questions.length === 0) return []
  const planning = { source, policy, most: room, mayGoOn: budget.maySearch }
  const added = await planQuestions(questions, planning)
  const known = new Set(parts.map(({ question }) => question.toLowerCase()))
  return added.filter(({ question }) => !known.has(question.toLowerCase()))
}
