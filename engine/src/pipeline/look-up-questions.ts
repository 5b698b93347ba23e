import { nothingFor } from './add-figures.ts'
import { type LookedUp, type LookUpOptions, lookUpQuestion } from './look-up-question.ts'
import { type Answered, followResults, oneByOne } from './refer-back.ts'

/** Looks up the questions of a request in order, since one may be about the result of another. */
export async function lookUpQuestions(
  questions: readonly string[],
  options: LookUpOptions,
): Promise<readonly LookedUp[]> {
  const { run, companies } = options
  const referring = followResults(companies)
  const look = (input: string) =>
    lookUpQuestion({ ...options, run: { ...run, request: { ...run.request, input } } })
  const looked: LookedUp[] = []
  for (const question of questions) {
    const complete = referring.resolve(question)
    if (!complete) {
      looked.push(nothingTo(question))
      continue
    }
    if (complete.isSaid) continue
    const found = await lookUpApart(complete.text, look)
    referring.remember(
      found.flatMap(({ direct, plan: { parts } }): readonly Answered[] => direct ?? parts),
    )
    looked.push(...found)
  }
  return looked
}

/** Asks for several measures together, or one by one if that finds more of them. */
async function lookUpApart(
  question: string,
  look: (question: string) => Promise<LookedUp>,
): Promise<readonly LookedUp[]> {
  const whole = await look(question)
  const measures = whole.lacks > 0 ? oneByOne(question) : []
  if (measures.length < 2) return [whole]
  const apart: LookedUp[] = []
  for (const one of measures) apart.push(await look(one))
  const lacks = apart.reduce((sum, one) => sum + one.lacks, 0)
  const isRefused = whole.lacks > 0 && whole.isEmpty
  return lacks < (isRefused ? measures.length : whole.lacks) ? apart : [whole]
}

/** The question has nothing to refer to. */
function nothingTo(question: string): LookedUp {
  const plan = { parts: [], kind: 'answer', language: 'en' } as const
  const direct = [nothingFor(question)]
  return { question, plan, direct, lacks: 1, isEmpty: true, complete: () => direct }
}
