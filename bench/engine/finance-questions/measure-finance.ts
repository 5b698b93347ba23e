import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLedger } from '../../../engine/src/evidence/ledger.ts'
import type { Facts } from '../../../engine/src/facts/facts.ts'
import { installFacts } from '../../../engine/src/facts/install-facts.ts'
import { openFacts } from '../../../engine/src/facts/open-facts.ts'
import { answerFromFacts } from '../../../engine/src/finance/answer-from-facts.ts'
import { openCompanyStore } from '../../../engine/src/finance/company-store.ts'
import { findLocalFacts } from '../../../engine/src/finance/local-facts.ts'
import { compilePolicy } from '../../../engine/src/policy/compile-policy.ts'
import { toPlain } from '../../../engine/src/questions/to-plain.ts'
import type { Reader } from '../../../engine/src/reader/reader.ts'
import { numbers } from '../../../engine/src/text/lex/numbers.ts'
import { type Latencies, summarise } from '../../latencies.ts'
import { withTemporaryFolder } from '../with-temporary-folder.ts'
import { type MadeQuestion, makeQuestions } from './make-questions.ts'

/** Written by hand, with values computed from the filed figures by a separate script. */
interface FinanceQuestion {
  readonly question: string
  readonly part: string
  /** All of them must be in the answer. */
  readonly expected?: readonly string[]
  readonly isRefused?: boolean
}

export interface FinanceRow extends Latencies {
  readonly part: string
  readonly questions: number
  readonly right: number
  readonly wrong: number
  readonly refused: number
}

const FILE = new URL('./questions.json', import.meta.url)
const TODAY = '2026-11-16'
/** Answers give percentages with one decimal. */
const PERCENT_SLACK = 0.051

/** Asks about figures of companies as the service does, in plain questions, and checks the sentences and the table of the short answer. */
export async function measureFinance(reader: Reader): Promise<FinanceRow[]> {
  return await withTemporaryFolder(async folder => {
    installFacts(join(folder, 'facts.db'))
    const facts = openFacts(join(folder, 'facts.db'))
    try {
      return await measure(facts, reader)
    } finally {
      facts.close()
    }
  })
}

async function measure(facts: Facts, reader: Reader): Promise<FinanceRow[]> {
  const written: readonly FinanceQuestion[] = JSON.parse(readFileSync(FILE, 'utf8'))
  const store = openCompanyStore(facts)
  const policy = compilePolicy({}, { now: new Date(TODAY) })
  const asked: { readonly part: string; readonly ms: number; readonly result: string }[] = []
  for (const one of [...written, ...makeQuestions(facts)]) {
    const startedMs = performance.now()
    const plain = await toPlain(one.question, { reader, facts, companies: store })
    const text = (plain?.questions ?? [one.question]).map(answer).filter(Boolean).join(' ')
    const ms = performance.now() - startedMs
    const isRight = one.isRefused
      ? text === ''
      : 'values' in one
        ? hasAll(text, one)
        : saysAll(text, one)
    asked.push({ ...one, ms, result: isRight ? 'right' : text === '' ? 'refused' : 'wrong' })
  }
  return [...Map.groupBy(asked, ({ part }) => part)].map(([part, own]) => ({
    part,
    questions: own.length,
    right: own.filter(({ result }) => result === 'right').length,
    wrong: own.filter(({ result }) => result === 'wrong').length,
    refused: own.filter(({ result }) => result === 'refused').length,
    ...summarise(own.map(({ ms }) => ms)),
  }))

  function answer(question: string): string {
    const options = { policy, today: TODAY, effort: 'lite' } as const
    const local = findLocalFacts(question, { ...options, store, kind: 'finance' })
    if (!local) return ''
    const found = answerFromFacts(question, {
      ...options,
      ...local,
      ledger: createLedger(),
    })
    // Sentences are rounded for reading; the table has every digit.
    const cells = found?.table?.rows.flatMap(row => row.cells) ?? []
    const { statements = [], items = [] } = found ?? {}
    const said = statements.length > 0 ? [...statements, ...items, ...cells] : []
    return said.map(one => one?.text ?? '').join(' ')
  }
}

function saysAll(text: string, { expected = [] }: FinanceQuestion): boolean {
  return expected.every(value => text.toLowerCase().includes(value.toLowerCase()))
}

/** Whether the answer has every value, to the last digit in its table. */
function hasAll(text: string, { values, isPercent, opening = '' }: MadeQuestion): boolean {
  const given = numbers(text).map(({ value }) => Math.abs(value))
  const slack = isPercent ? PERCENT_SLACK : 0
  return (
    text.startsWith(opening) &&
    values.every(value =>
      given.some(one => Math.abs(one - Math.abs(value)) <= slack + 1e-9 * Math.abs(value)),
    )
  )
}
