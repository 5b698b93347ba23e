import { random } from '@footnote/platform/testing/random'
import type { Author } from '../../engine/src/author.ts'
import { budgets } from '../../engine/src/budgets.ts'
import type { Finding } from '../../engine/src/evidence/finding.ts'
import { createLedger } from '../../engine/src/evidence/ledger.ts'
import { isWritten, type WrittenStatement } from '../../engine/src/evidence/statement.ts'
import { openBudget } from '../../engine/src/open-budget.ts'
import { writeDraft } from '../../engine/src/pipeline/verify-draft.ts'
import type { SourcePolicy } from '../../engine/src/policy/source-policy.ts'
import type { Reader } from '../../engine/src/reader/reader.ts'
import { createAuthor } from '../../engine/src/with-fallback.ts'
import { type Draft, statementsOf } from '../../engine/src/write/draft.ts'
import { calculatedStrategy, figureStrategies } from './hostile/figure-strategies.ts'
import { honestStrategies } from './hostile/honest-strategies.ts'
import { hostileModel, type JudgeName } from './hostile/hostile-model.ts'
import { quotationStrategies } from './hostile/quotation-strategies.ts'
import type { Attempt, Strategy } from './hostile/strategy.ts'
import { inventionStrategies, twistStrategies } from './hostile/word-strategies.ts'

/** A question with the pipeline's findings. */
export interface Found {
  readonly question: string
  readonly policy: SourcePolicy
  readonly findings: readonly Finding[]
}

interface WriterRow {
  readonly strategy: string
  /** Sentences that were written. */
  readonly n: number
  /** Number of these in the finished draft. */
  readonly kept: Readonly<Record<JudgeName, number>>
}

export interface WriterTable {
  readonly title: string
  readonly rows: readonly WriterRow[]
}

export interface Kept {
  readonly strategy: string
  readonly judge: JudgeName
  readonly attempt: Attempt
  readonly statement: WrittenStatement
}

export interface WriterOptions {
  readonly seed: number
  /** The reading model, which judges too. */
  readonly reader: Reader
  /** Runs only this strategy. */
  readonly only?: string
  /** Called for every sentence that stays. */
  readonly onKept?: (kept: Kept) => void
}

/** Writing does not search. */
const nothing = { search: async () => [], read: async () => [], findNamed: async () => [] }
const EFFORT = 'standard'
const JUDGES = ['yes', 'words'] as const
const TABLES = [
  { title: 'Invented figures', strategies: figureStrategies, of: 'E' },
  { title: 'Invented figures in calculated sentences', strategies: [calculatedStrategy], of: 'F' },
  { title: 'Invented quotations', strategies: quotationStrategies, of: 'E' },
  { title: 'Invented words, names and sources', strategies: inventionStrategies, of: 'E' },
  { title: 'Words of the quotes, twisted', strategies: twistStrategies, of: 'E' },
  { title: 'Honest sentences', strategies: honestStrategies, of: 'E' },
] as const

/** Counts the sentences of a hostile model that stay in the draft, for each strategy. */
export async function measureHostileWriter(
  found: readonly Found[],
  options: WriterOptions,
): Promise<WriterTable[]> {
  const tables: WriterTable[] = []
  for (const { title, strategies, of } of TABLES) {
    const rows: WriterRow[] = []
    for (const strategy of strategies) {
      if (options.only !== undefined && options.only !== strategy.name) continue
      rows.push(await measureStrategy(strategy, found, { ...options, of }))
    }
    if (rows.length > 0) tables.push({ title, rows })
  }
  return tables
}

async function measureStrategy(
  strategy: Strategy,
  found: readonly Found[],
  { seed, of, onKept, reader }: WriterOptions & { readonly of: 'E' | 'F' },
): Promise<WriterRow> {
  const kept = { yes: 0, words: 0 }
  const used = { yes: new Set<string>(), words: new Set<string>() }
  let n = 0
  for (const [at, one] of found.entries()) {
    for (const judge of JUDGES) {
      const draw = random(seed * 1_000_003 + at)
      const { model, attempts } = hostileModel(strategy, { judge, of, draw, used: used[judge] })
      const draft = await write(one, createAuthor({ reader, model }))
      if (judge === 'yes') n += attempts.length
      for (const attempt of attempts) {
        const statement = findIn(draft, attempt)
        if (!statement) continue
        kept[judge] += 1
        onKept?.({ strategy: strategy.name, judge, attempt, statement })
      }
    }
  }
  return { strategy: strategy.name, n, kept }
}

/** Writes, proves, judges and repairs as a run does. */
async function write({ question, policy, findings }: Found, author: Author) {
  const material = { language: 'en', findings, ledger: createLedger(), passages: [] }
  const written = await writeDraft(material, {
    author,
    request: { kind: 'research', input: question, effort: EFFORT, sources: {} },
    source: nothing,
    policy,
    budget: openBudget(budgets[EFFORT]),
    today: '2026-11-15',
    onProgress: () => {},
  })
  return written?.draft ?? { sections: [] }
}

/** Returns the statement that came of an attempt, unless it is true. */
function findIn(draft: Draft, { text, shape, trueOf }: Attempt): WrittenStatement | undefined {
  const key = letters(text)
  if (shape === 'heading') {
    const section = draft.sections.find(({ heading = '' }) => letters(heading) === key)
    return section?.paragraphs.flat().find(isWritten)
  }
  return statementsOf(draft)
    .filter(isWritten)
    .filter(statement => letters(statement.text).endsWith(key))
    .find(({ evidence }) => !evidence.some(({ quote }) => isTrueOf(quote)))

  function isTrueOf(quote: string): boolean {
    return trueOf !== undefined && letters(quote).includes(letters(trueOf))
  }
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}%$€£]+/gu, '').toLowerCase()
}
