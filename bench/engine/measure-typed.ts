import type { Reader } from '../../engine/src/reader/reader.ts'
import { readFirstQuestions } from './first-questions/measure-first-questions.ts'
import { wilson } from './interval.ts'
import type { Figure } from './report.ts'
import { ask, withFreshMachine } from './with-fresh-machine.ts'

/** Ways in which people type a question that leave its meaning as it is. */
const WAYS: Readonly<Record<string, (question: string) => string>> = {
  'in small letters': question => question.toLowerCase(),
  'without a question mark, then pls': question => `${bare(question).toLowerCase()} pls`,
  'after hi, can you tell me': question => `hi, can you tell me ${question.toLowerCase()}`,
  'after quick question': question => `quick question: ${question}`,
  'after I need to know, then thanks': question => `I need to know: ${bare(question)}, thanks`,
  'without apostrophes': question => question.replaceAll(/['’]/g, ''),
}

/** Asks the newcomers' questions as people type them, and compares each answer with the plain question's. */
export async function measureTyped(
  reader: Reader,
  onFault: (typed: string, said: readonly (string | undefined)[]) => void = () => {},
): Promise<Figure[]> {
  const questions = readFirstQuestions().map(({ question }) => question)
  return await withFreshMachine(reader, async research => {
    const same = new Map(Object.keys(WAYS).map(way => [way, 0]))
    for (const question of questions) {
      const plain = await ask(research, question)
      for (const [way, type] of Object.entries(WAYS)) {
        const said = await ask(research, type(question))
        if (said === plain) same.set(way, (same.get(way) ?? 0) + 1)
        else onFault(type(question), [plain, said])
      }
    }
    const n = questions.length
    return [...same].map(([name, count]) => ({ name, n, score: count / n, ...wilson(count, n) }))
  })
}

function bare(question: string): string {
  return question.replace(/[?.]+$/, '')
}
