import { wilson } from '../interval.ts'
import type { Ask } from '../measure-answers.ts'
import type { Figure } from '../report.ts'
import { type DocsQuestion, docsUrl } from './docs-questions.ts'

type Verdict = 'right' | 'wrong' | 'refused'

/**
 * Asks questions about packages' documentation. An answer is right if it contains what was expected
 * and cites the right file first; a refusal is right if the documentation has no answer.
 */
export async function measureDocs(
  ask: Ask,
  questions: readonly DocsQuestion[],
): Promise<readonly Figure[]> {
  const verdicts: Verdict[] = []
  for (const one of questions) verdicts.push(judgeDocs(one, await ask(one.question)))
  return (['right', 'wrong', 'refused'] as const).map(verdict => {
    const n = verdicts.length
    const count = verdicts.filter(one => one === verdict).length
    const name = verdict === 'refused' ? 'refused although there is an answer' : verdict
    return { name, n, score: count / n, ...wilson(count, n) }
  })
}

function judgeDocs(
  { package: name, answers, files = [] }: DocsQuestion,
  { text, firstUrl }: Awaited<ReturnType<Ask>>,
): Verdict {
  if (!answers) return text === '' ? 'right' : 'wrong'
  if (text === '') return 'refused'
  const isSaid = answers.some(answer => new RegExp(answer, 'i').test(text))
  return isSaid && files.some(file => docsUrl(name, file) === firstUrl) ? 'right' : 'wrong'
}
