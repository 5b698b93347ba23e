import { type Interval, wilson } from './interval.ts'
import { scorePhrase } from './squad-score.ts'
import type { Xquad } from './xquad.ts'

export interface PhraseRow extends Interval {
  readonly name: string
  readonly n: number
  readonly share: number
}

/** Exact match and F1 of the phrase given as the short answer; none counts as wrong. */
export async function measurePhrases(
  ask: (question: string) => Promise<string | undefined>,
  { xquad }: { xquad: Xquad },
): Promise<PhraseRow[]> {
  const scores: ReturnType<typeof scorePhrase>[] = []
  for (const { question, answers } of xquad.questions) {
    scores.push(scorePhrase((await ask(question)) ?? '', answers))
  }
  const n = scores.length
  const exact = scores.reduce((sum, { exactMatch }) => sum + exactMatch, 0)
  const f1 = scores.reduce((sum, score) => sum + score.f1, 0)
  // A score between 0 and 1 varies at most as a share does, so its interval is no narrower than true.
  return [
    { name: 'short answer, exact match', n, share: exact / n, ...wilson(exact, n) },
    { name: 'short answer, F1', n, share: f1 / n, ...wilson(f1, n) },
  ]
}
