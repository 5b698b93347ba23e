import { budgets } from '../../engine/src/budgets.ts'
import { findAnswers } from '../../engine/src/extractive/find-answers.ts'
import { openBudget } from '../../engine/src/open-budget.ts'
import { createResearch } from '../../engine/src/pipeline/create-research.ts'
import { compilePolicy } from '../../engine/src/policy/compile-policy.ts'
import type { Reader } from '../../engine/src/reader/reader.ts'
import { NoResult } from '../../engine/src/research.ts'
import { searchFor } from '../../engine/src/search/search-for.ts'
import type { Source } from '../../engine/src/search/source.ts'
import { answerFromTables } from '../../engine/src/tables/answer-from-tables.ts'
import { createAuthor } from '../../engine/src/with-fallback.ts'
import type { Ask } from './measure-answers.ts'
import type { AskTable } from './measure-tables.ts'
import { tatqaHost } from './tatqa.ts'

/** Runs the answer operation. A refusal is an empty text. */
export function askAnswer(source: Source, reader: Reader): Ask {
  const research = createResearch({
    source,
    author: createAuthor({ reader }),
    now: () => new Date(),
  })
  return async (input, sources = {}) => {
    try {
      const asked = { kind: 'answer', input, effort: 'lite', sources } as const
      const { content, sources: cited } = await research(asked, {})
      return { text: String(content), firstUrl: cited[0]?.url }
    } catch (error) {
      if (error instanceof NoResult) return { text: '' }
      throw error
    }
  }
}

/** Searches and reads one document of many, and returns the best guess at its figures. */
export function askTables(source: Source, reader: Reader): AskTable {
  return async (piece, question) => {
    const controls = { include_domains: [tatqaHost(piece)] }
    const policy = compilePolicy(controls, { now: new Date() })
    const budget = openBudget(budgets.deep)
    const passages = await searchFor({ question }, { source, policy, budget })
    const prose = await findAnswers(question, passages, {
      reader,
      most: budgets.deep.passagesRead,
    })
    const answer = answerFromTables(question, passages, prose)
    if (!answer) return undefined
    const { number, values, scale, confidence } = answer
    const given = number === undefined ? values.map(({ text }) => text) : [String(number)]
    return { answer: given, scale, confidence }
  }
}
