import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '../../../engine/src/reader/reader.ts'
import { ask, withFreshMachine } from '../with-fresh-machine.ts'

export interface FirstQuestion {
  /** Code was written with only the first half in view. */
  readonly part: 'development' | 'held back'
  readonly question: string
  /** A pattern of the right answer, from the data; absent if a refusal is right. */
  readonly answer?: string
}

export interface FirstQuestionsRow {
  readonly part: string
  readonly right: number
  readonly wrong: number
  readonly refusedRightly: number
  readonly refusedWrongly: number
}

/** Asks questions as newcomers ask them, and judges the answers by the data. */
export async function measureFirstQuestions(
  reader: Reader,
  onFault: (question: string, said: string | undefined) => void = () => {},
): Promise<FirstQuestionsRow[]> {
  const all = readFirstQuestions()
  const judged: { readonly part: string; readonly verdict: string }[] = []
  await withFreshMachine(reader, async research => {
    for (const { part, question, answer: expected } of all) {
      const said = await ask(research, question)
      const verdict = judge(said, expected)
      if (verdict === 'wrong' || verdict === 'refusedWrongly') onFault(question, said)
      judged.push({ part, verdict })
    }
  })
  return [...Map.groupBy(judged, ({ part }) => part)].map(([part, own]) => {
    const count = (wanted: string) => own.filter(({ verdict }) => verdict === wanted).length
    return {
      part,
      right: count('right'),
      wrong: count('wrong'),
      refusedRightly: count('refusedRightly'),
      refusedWrongly: count('refusedWrongly'),
    }
  })
}

export function readFirstQuestions(): FirstQuestion[] {
  const text = readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')
  return JSON.parse(text) as FirstQuestion[]
}

function judge(said: string | undefined, expected: string | undefined): string {
  if (said === undefined) return expected === undefined ? 'refusedRightly' : 'refusedWrongly'
  return expected !== undefined && new RegExp(expected, 's').test(said) ? 'right' : 'wrong'
}
