import { describe, expect, it } from 'vitest'
import { createLedger } from '../../evidence/ledger.ts'
import { extractDocument } from '../../extract/extract-document.ts'
import { temporaryLibrary } from '../../library/testing/temporary-library.ts'
import { compilePolicy } from '../../policy/compile-policy.ts'
import { createLibrarySource } from '../../search/library-source.ts'
import { answerFromFacts } from '../answer-from-facts.ts'
import { buildFiling } from '../testing/build-filing.ts'
import { findFilingFacts } from './find-filing-facts.ts'

const TODAY = '2026-11-16'

async function openFilings(filed: readonly (readonly [company: string, year: number])[]) {
  const library = temporaryLibrary()
  for (const [at, [company, year]] of filed.entries()) {
    const url = `library://local/${at}.pdf`
    library.add(await extractDocument(buildFiling(company, year), { url }))
  }
  const source = createLibrarySource(library)
  const policy = compilePolicy({}, { now: new Date(TODAY) })
  return async (question: string) => {
    const local = await findFilingFacts(question, { source, policy })
    if (!local) return undefined
    const found = answerFromFacts(question, { ...local, ledger: createLedger(), today: TODAY })
    const [statement] = found?.statements ?? []
    return statement && { text: statement.text, quotes: statement.evidence.map(one => one.quote) }
  }
}

describe('an annual report in the library', () => {
  it.each([
    ['What is the FY2021 capital expenditure of Larkwood Pumps?', '$123 million', 5],
    [
      'What was the net property, plant and equipment of Larkwood Pumps in 2020?',
      '$1.15 billion',
      4,
    ],
    ['What is the cost of goods sold of Larkwood Pumps for 2019?', '$1.50 billion', 3],
    ['What is the FY2021 effective tax rate of Larkwood Pumps?', '20.0%', 3],
    ['How much did Larkwood Pumps pay in dividends in 2021?', '$80.0 million', 5],
    // The statement of cash flows begins with the part of other owners included.
    ['What was the net income of Larkwood Pumps in 2021?', '$440 million', 3],
  ])('answers %s with its figure and page', async (question, figure, page) => {
    const ask = await openFilings([['LARKWOOD PUMPS, INC.', 2021]])
    const answer = await ask(question)
    expect(answer?.text).toContain(figure)
    expect(answer?.text).toContain(`page ${page} of LARKWOOD PUMPS, INC. — Form 10-K`)
  })

  it('is cited by the row that states the figure', async () => {
    const ask = await openFilings([['Larkwood Pumps, Inc.', 2021]])
    const answer = await ask('What is the FY2021 capital expenditure of Larkwood Pumps?')
    expect(answer?.quotes).toContain(
      'Purchases of property, plant and equipment | (123) | (117) | (101)',
    )
  })

  it('is chosen by company and year', async () => {
    const ask = await openFilings([
      ['Larkwood Pumps, Inc.', 2021],
      ['Larkwood Pumps, Inc.', 2018],
      ['Brindle Valve Corporation', 2021],
    ])
    const answer = await ask('What was the net income of Larkwood Pumps in FY2018?')
    expect(answer?.text).toContain('Larkwood Pumps, Inc. — Form 10-K for fiscal year 2018')
    expect(await ask('What was the net income of Larkwood Pumps in FY2023?')).toBeUndefined()
    expect(await ask('What was the net income of Halcyon in FY2021?')).toBeUndefined()
  })
})
