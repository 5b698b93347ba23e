import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { extractDocument } from '../../../engine/src/extract/extract-document.ts'
import type { Facts } from '../../../engine/src/facts/facts.ts'
import { type CompanyStore, openCompanyStore } from '../../../engine/src/finance/company-store.ts'
import { withFilings } from '../../../engine/src/finance/filings/with-filings.ts'
import { type Library, openLibrary } from '../../../engine/src/library/open-library.ts'
import { createResearch } from '../../../engine/src/pipeline/create-research.ts'
import { compilePolicy } from '../../../engine/src/policy/compile-policy.ts'
import type { Reader } from '../../../engine/src/reader/reader.ts'
import { NoResult } from '../../../engine/src/research.ts'
import { createLibrarySource } from '../../../engine/src/search/library-source.ts'
import type { Source } from '../../../engine/src/search/source.ts'
import { createAuthor } from '../../../engine/src/with-fallback.ts'
import { findBrowser } from '../../../server/src/testing/browser/find-browser.ts'
import { wilson } from '../interval.ts'
import type { Figure } from '../report.ts'
import { type FilingQuestion, filingQuestions } from './filing-questions.ts'
import { type Filing, printFilings } from './print-filings.ts'

const PASSAGES = 5
const WITHIN = 0.006
const SCALES: Readonly<Record<string, number>> = { thousand: 1e-3, million: 1, billion: 1e3 }

export interface FilingAnswer extends FilingQuestion {
  readonly text: string
  readonly isRight: boolean
  readonly isPageFound: boolean
}

export function hasBrowser(): boolean {
  return findBrowser() !== undefined
}

/** Asks about annual reports that were printed as PDFs and added to a library. */
export async function askFilings(
  folder: string,
  { facts, reader }: { facts: Facts; reader: Reader },
): Promise<FilingAnswer[]> {
  const store = openCompanyStore(facts)
  const filings = printFilings(folder, store)
  const library = openLibrary(join(folder, `library-${process.pid}.db`))
  try {
    for (const { file } of filings) {
      const url = `library://local/${basename(file)}`
      library.add(await extractDocument(readFileSync(file), { url, fileName: basename(file) }))
    }
    const asked = filings.filter(({ name }) => name !== '')
    const source = withFilings(createLibrarySource(library), store)
    const ask = createAsk(library, { facts, reader, store })
    const answers: FilingAnswer[] = []
    for (const one of filingQuestions(asked)) {
      const text = await ask(one.question)
      const filing = asked.find(({ file }) => file === one.file) as Filing
      const isPageFound = await findsPage(source, one, filing)
      answers.push({ ...one, text, isRight: says(text, one), isPageFound })
    }
    return answers
  } finally {
    library.close()
  }
}

export function summariseFilings(answers: readonly FilingAnswer[]): Figure[] {
  return [false, true].flatMap(isHeldBack => {
    const own = answers.filter(one => one.isHeldBack === isHeldBack)
    const part = isHeldBack ? 'held back' : 'development'
    const row = (name: string, hits: number) => ({
      name: `${part}: ${name}`,
      n: own.length,
      score: hits / Math.max(1, own.length),
      ...wilson(hits, own.length),
    })
    return [
      row('right', own.filter(({ isRight }) => isRight).length),
      row('refused', own.filter(({ text }) => text === '').length),
      row(`right page among ${PASSAGES} passages`, own.filter(one => one.isPageFound).length),
    ]
  })
}

function createAsk(
  library: Library,
  { facts, reader, store }: { facts: Facts; reader: Reader; store: CompanyStore },
) {
  const research = createResearch({
    source: createLibrarySource(library),
    author: createAuthor({ reader, facts }),
    companies: store,
    now: () => new Date(),
  })
  return async (input: string) => {
    try {
      const request = { kind: 'finance', input, effort: 'lite', sources: {} } as const
      return String((await research(request, {})).content)
    } catch (error) {
      if (error instanceof NoResult) return ''
      throw error
    }
  }
}

/** Whether the answer has the figure, in the unit asked for or in another. */
function says(text: string, { gold, question }: FilingQuestion): boolean {
  const inBillions = /USD billions/.test(question)
  const isMoney = /USD/.test(question)
  const expected = inBillions ? gold * 1e3 : gold
  return [...text.matchAll(/(-?[\d,]*\.?\d+)\s*(thousand|million|billion|%)?/g)].some(
    ([, digits = '', scale = '']) => {
      const factor = isMoney ? (SCALES[scale] ?? 1e-6) : 1
      const value = Number(digits.replaceAll(',', '')) * factor
      const rounding = /one decimal/.test(question) || scale === '%' ? 0.051 : 0.0051
      const margin = Math.max(Math.abs(expected) * WITHIN, isMoney ? 0 : rounding)
      return Math.abs(Math.abs(value) - Math.abs(expected)) <= margin
    },
  )
}

/** Whether one of the first passages is on the page of the statement. */
async function findsPage(
  source: Source,
  { question, statement }: FilingQuestion,
  filing: Filing,
): Promise<boolean> {
  const policy = compilePolicy({}, { now: new Date() })
  const [now] = filing.years
  const id = (['pretax', 'currentAssets', 'capex'] as const)[statement]
  const label = (['pretax', 'currentLiabilities', 'capex'] as const)[statement]
  const digits = [id, label].map(one => String(Math.round(now?.[one] ?? 0)).slice(0, 3))
  const url = `library://local/${basename(filing.file)}`
  const found = await source.search({ text: question, policy, limit: PASSAGES })
  return found.some(
    passage =>
      passage.url === url &&
      passage.text.includes('|') &&
      digits.some(one => passage.text.replaceAll(',', '').includes(one)) &&
      isStatement(passage.text, statement),
  )
}

const MARKS = [
  /per share/i,
  /total (?:current )?assets|total liabilities/i,
  /financing activities|investing activities/i,
]

function isStatement(text: string, statement: number): boolean {
  return MARKS[statement]?.test(text) === true
}
