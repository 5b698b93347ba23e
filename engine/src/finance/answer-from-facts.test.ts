import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLedger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { checkFigures } from '../verify/check-figures.ts'
import { verifyComposed } from '../verify/prove-statement.ts'
import { answerFromFacts } from './answer-from-facts.ts'
import { reportedCompanies } from './testing/reported-companies.ts'
import { type ReportedScene, reportedScene } from './testing/reported-scene.ts'

const all: ReportedScene = reportedCompanies()
const TODAY = '2024-09-01'

const ask = (question: string, scene = all) =>
  answerFromFacts(question, {
    facts: scene.facts,
    ledger: createLedger(),
    today: TODAY,
  })

const said = (question: string, scene = all) =>
  ask(question, scene)?.statements.map(({ text }) => text) ?? []

/** Reads passages as the pipeline does: the title names the subject of a field. */
function verdictOf({ text, evidence, isVerbatim, computed = [] }: Statement) {
  const quotes = evidence.flatMap(({ quote, passage }) => [quote, passage.title])
  const isExact = evidence.every(
    ({ quote, start, end, passage }) =>
      passage.text.slice(start - passage.start, end - passage.start) === quote,
  )
  const { verdict, problems } = verifyComposed({ text, quotes, computed, isVerbatim })
  return { text, problems, kept: isExact && verdict === 'kept' }
}

/** A question, then the statements of its answer in order; none if facts do not answer it. */
const QUESTIONS: readonly (readonly [question: string, ...statements: string[]])[] = [
  [
    "Why did Apple's revenue rise in 2023?",
    "Apple's revenue fell 2.8%, or $11.0 billion, from $394.3 billion in fiscal 2022 (year to 24 September 2022) to $383.3 billion in fiscal 2023 (year to 30 September 2023).",
  ],
  [
    'What was research and development expense as a share of revenue of Apple in 2023?',
    "Apple's research and development expense as a share of revenue was 7.8% in fiscal 2023 (year to 30 September 2023), up 1.1 percentage points on a year before: research and development expense of $29.9 billion divided by revenue of $383.3 billion.",
  ],
  // One figure under different names.
  [
    "What was Apple's revenue in fiscal 2023?",
    "Apple's revenue was $383.3 billion in fiscal 2023 (year to 30 September 2023), 2.8% less than a year before.",
  ],
  [
    'How much did Apple spend on R&D in 2023?',
    'Apple spent $29.9 billion on research and development in fiscal 2023 (year to 30 September 2023), 13.7% more than a year before.',
  ],
  [
    "What was Apple's diluted EPS in 2023?",
    "Apple's diluted earnings per share were $6.13 in fiscal 2023 (year to 30 September 2023), 0.33% more than a year before.",
  ],
  [
    'How much did Apple pay in dividends and buybacks in 2023?',
    'Apple paid $15.0 billion in dividends in fiscal 2023 (year to 30 September 2023).',
    'Apple spent $77.6 billion on share repurchases in fiscal 2023.',
  ],
  [
    'Harbor Foods net income 2022',
    'Harbor Foods lost $45,300 in 2022, after it lost $80,000 a year before.',
  ],
  [
    "What was Nordwind's turnover in 2022?",
    "Nordwind's revenue was 30.9 billion EUR in 2022, 10.9% more than a year before.",
  ],
  // Balances.
  [
    "What were Apple's total assets at the end of 2023?",
    "Apple's total assets were $352.6 billion as of 30 September 2023, 0.05% less than a year before.",
  ],
  [
    'How much cash did Apple have as of July 1, 2023?',
    'Apple held $28.4 billion in cash and cash equivalents as of 1 July 2023.',
  ],
  [
    "What is Apple's latest cash balance?",
    'Apple held $25.6 billion in cash and cash equivalents as of 29 June 2024, 10.0% less than a year before.',
  ],
  [
    "Harbor Foods' equity in 2023",
    "Harbor Foods' shareholders' equity was −$15,000 as of 31 December 2023, down from $10,000 a year before.",
  ],
  // Parts of years.
  [
    'Apple revenue Q3 2023',
    "Apple's revenue was $81.8 billion in the third quarter of fiscal 2023 (to 1 July 2023), 1.4% less than a year before.",
  ],
  [
    "Apple's revenue in the fourth quarter of fiscal 2023",
    "Apple's revenue was $89.5 billion in the fourth quarter of fiscal 2023 (to 30 September 2023): fiscal 2023 less the first nine months of fiscal 2023.",
  ],
  [
    'Apple operating cash flow in Q3 2023',
    "Apple's operating cash flow was $26.4 billion in the third quarter of fiscal 2023 (to 1 July 2023): the first nine months of fiscal 2023 less the first half of fiscal 2023.",
  ],
  [
    "What was Apple's revenue in the first nine months of fiscal 2024?",
    "Apple's revenue was $296.1 billion in the first nine months of fiscal 2024 (to 29 June 2024), 0.79% more than a year before.",
  ],
  [
    "What was the most recent quarter's revenue for Apple?",
    "Apple's revenue was $85.8 billion in the third quarter of fiscal 2024 (to 29 June 2024), 4.9% more than a year before.",
  ],
  [
    "What was Apple's revenue last year?",
    "Apple's revenue was $383.3 billion in fiscal 2023 (year to 30 September 2023), 2.8% less than a year before.",
  ],
  [
    'TTM revenue of Apple',
    "Apple's revenue was $385.6 billion in the 12 months to 29 June 2024: fiscal 2023 plus the first nine months of fiscal 2024 less the first nine months of fiscal 2023.",
  ],
  // Calculated figures.
  [
    "What was Apple's free cash flow in 2023?",
    "Apple's free cash flow was $99.6 billion in fiscal 2023 (year to 30 September 2023), 10.6% less than a year before: operating cash flow of $110.5 billion less capital expenditures of $11.0 billion.",
  ],
  [
    'What were the gross margin, operating margin and net margin of Apple in 2023?',
    "Apple's gross margin was 44.1% in fiscal 2023 (year to 30 September 2023), up 0.8 percentage points on a year before: gross profit of $169.1 billion divided by revenue of $383.3 billion.",
    "Apple's operating margin was 29.8% in fiscal 2023, down 0.5 percentage points on a year before: operating income of $114.3 billion divided by revenue of $383.3 billion.",
    "Apple's net margin was 25.3% in fiscal 2023, about the same as a year before: net income of $97.0 billion divided by revenue of $383.3 billion.",
  ],
  [
    "What was Apple's effective tax rate in 2023?",
    "Apple's effective tax rate was 14.7% in fiscal 2023 (year to 30 September 2023), down 1.5 percentage points on a year before: income tax expense of $16.7 billion divided by income before taxes of $113.7 billion.",
  ],
  [
    'Apple total liabilities 2023',
    "Apple's total liabilities were $290.4 billion as of 30 September 2023, 3.9% less than a year before: total assets of $352.6 billion less equity including noncontrolling interests of $62.1 billion.",
  ],
  [
    'Apple working capital 2023',
    "Apple's working capital was −$1.74 billion as of 30 September 2023, up from −$18.6 billion a year before: current assets of $143.6 billion less current liabilities of $145.3 billion.",
  ],
  [
    'Harbor return on equity 2023',
    "Harbor Foods' shareholders' equity was −$15,000 as of 31 December 2023, so its return on equity for that time has no meaning.",
  ],
  // Changes.
  [
    "How did Apple's revenue change from 2022 to 2023?",
    "Apple's revenue fell 2.8%, or $11.0 billion, from $394.3 billion in fiscal 2022 (year to 24 September 2022) to $383.3 billion in fiscal 2023 (year to 30 September 2023).",
  ],
  [
    "year over year growth of Apple's Q3 2023 revenue",
    "Apple's revenue fell 1.4%, or $1.16 billion, from $83.0 billion in the third quarter of fiscal 2022 (to 25 June 2022) to $81.8 billion in the third quarter of fiscal 2023 (to 1 July 2023).",
  ],
  [
    'year-over-year revenue growth of Apple from 2019 to 2023',
    "Apple's revenue rose 5.5% to $274.5 billion in fiscal 2020 (year to 26 September 2020), 33.3% to $365.8 billion in fiscal 2021 (year to 25 September 2021), 7.8% to $394.3 billion in fiscal 2022 (year to 24 September 2022) and fell 2.8% to $383.3 billion in fiscal 2023 (year to 30 September 2023).",
  ],
  [
    "How did Apple's gross margin change from 2022 to 2023?",
    "Apple's gross margin (gross profit ÷ revenue) rose by 0.8 percentage points, from 43.3% in fiscal 2022 (year to 24 September 2022) to 44.1% in fiscal 2023 (year to 30 September 2023).",
  ],
  [
    'What was the average annual growth of the revenue of Apple from 2019 to 2023?',
    "Apple's revenue grew 47.3% over 4 years, a compound annual rate of 10.2%, from $260.2 billion in fiscal 2019 (year to 28 September 2019) to $383.3 billion in fiscal 2023 (year to 30 September 2023).",
  ],
  [
    "How did Harbor Foods' net income change from 2022 to 2023?",
    "Harbor Foods' net income rose by $165,300, from a loss of $45,300 in 2022 to $120,000 in 2023.",
  ],
  [
    "How did Harbor's revenue grow from 2021 to 2022?",
    "Harbor Foods' revenue was $980,150.50 in 2022, after $0 in 2021.",
  ],
  [
    'Harbor Foods EPS 2022 and 2023',
    "Harbor Foods' diluted earnings per share went from −$0.09 in 2022 to $0.24 in 2023.",
  ],
  [
    'Nordwind revenue change from 2022 to 2023',
    "Nordwind's revenue was 30.9 billion EUR in 2022 and $33.8 billion in 2023; the currencies differ, so the change is left open.",
  ],
  // Several times.
  [
    'Apple revenue since 2021',
    "Apple's revenue was $365.8 billion in fiscal 2021 (year to 25 September 2021), $394.3 billion in fiscal 2022 (year to 24 September 2022) and $383.3 billion in fiscal 2023 (year to 30 September 2023), up 4.8% over the whole span.",
  ],
  [
    "Show Apple's revenue over the last five years",
    "Apple's revenue was $260.2 billion in fiscal 2019 (year to 28 September 2019), $274.5 billion in fiscal 2020 (year to 26 September 2020), $365.8 billion in fiscal 2021 (year to 25 September 2021), $394.3 billion in fiscal 2022 (year to 24 September 2022) and $383.3 billion in fiscal 2023 (year to 30 September 2023), up 47.3% over the whole span.",
  ],
  [
    'total revenue of Apple from 2021 to 2023',
    "Apple's revenue from fiscal 2021 to fiscal 2023 came to $1.14 trillion: $365.8 billion, $394.3 billion and $383.3 billion.",
  ],
  [
    'average net income of Apple 2021 to 2023',
    "Apple's net income from fiscal 2021 to fiscal 2023 averaged $97.2 billion: $94.7 billion, $99.8 billion and $97.0 billion.",
  ],
  [
    "In which year was Apple's revenue highest?",
    "Apple's revenue was highest in fiscal 2022 (year to 24 September 2022) at $394.3 billion, of the 5 figures from fiscal 2019 to fiscal 2023.",
  ],
  [
    'total assets of Apple from 2022 to 2023',
    "Apple's total assets fell 0.05%, or $172 million, from $352.8 billion as of 24 September 2022 to $352.6 billion as of 30 September 2023.",
  ],
  // Several companies.
  [
    'Which company had higher revenue in 2023, Apple or Microsoft?',
    "Apple had the higher revenue: $383.3 billion in fiscal 2023 (year to 30 September 2023), $171.4 billion more than Microsoft's $211.9 billion in fiscal 2023 (year to 30 June 2023).",
  ],
  [
    "Did Apple's net income exceed Microsoft's in 2023?",
    "Yes: Apple had the higher net income: $97.0 billion in fiscal 2023 (year to 30 September 2023), $24.6 billion more than Microsoft's $72.4 billion in fiscal 2023 (year to 30 June 2023).",
  ],
  [
    'Which of Apple and Microsoft had the lower R&D expense in 2023?',
    "Microsoft spent less on research and development: $27.2 billion in fiscal 2023 (year to 30 June 2023), $2.72 billion less than Apple's $29.9 billion in fiscal 2023 (year to 30 September 2023).",
  ],
  [
    'Compare the revenue of Apple and Nordwind in 2022',
    "Revenue, left unranked because the currencies differ: Apple's $394.3 billion in fiscal 2022 (year to 24 September 2022) and Nordwind's 30.9 billion EUR in 2022.",
  ],
  [
    'What was the combined revenue of Apple and Microsoft in 2023?',
    "Apple's and Microsoft's revenue together came to $595.2 billion: $383.3 billion in fiscal 2023 (year to 30 September 2023) and $211.9 billion in fiscal 2023 (year to 30 June 2023).",
  ],
  [
    'Which grew revenue faster in 2023, Apple or Microsoft?',
    "Microsoft's revenue grew faster: 6.9%, from $198.3 billion in fiscal 2022 (year to 30 June 2022) to $211.9 billion in fiscal 2023 (year to 30 June 2023); Apple's fell 2.8%, from $394.3 billion in fiscal 2022 (year to 24 September 2022) to $383.3 billion in fiscal 2023 (year to 30 September 2023).",
  ],
  // Several things at once.
  [
    'Give me revenue, net income and EPS of Apple for 2023.',
    "Apple's revenue was $383.3 billion in fiscal 2023 (year to 30 September 2023), 2.8% less than a year before.",
    'Apple earned $97.0 billion in fiscal 2023, 2.8% less than a year before.',
    "Apple's diluted earnings per share were $6.13 in fiscal 2023, 0.33% more than a year before.",
  ],
  // Compared with a named time, or with the previous one.
  [
    "How did Apple's revenue change from 2020?",
    "Apple's revenue rose 39.6%, or $108.8 billion, from $274.5 billion in fiscal 2020 (year to 26 September 2020) to $383.3 billion in fiscal 2023 (year to 30 September 2023); it was highest with $394.3 billion in fiscal 2022 (year to 24 September 2022).",
  ],
  [
    "Apple's revenue 2022 vs 2020",
    "Apple's revenue rose 43.6%, or $119.8 billion, from $274.5 billion in fiscal 2020 (year to 26 September 2020) to $394.3 billion in fiscal 2022 (year to 24 September 2022).",
  ],
  [
    "Apple's net income in 2023 versus the prior year",
    "Apple's net income fell 2.8%, or $2.81 billion, from $99.8 billion in fiscal 2022 (year to 24 September 2022) to $97.0 billion in fiscal 2023 (year to 30 September 2023).",
  ],
  [
    "Was Apple's revenue higher in 2023 than in 2022?",
    "No: Apple's revenue fell 2.8%, or $11.0 billion, from $394.3 billion in fiscal 2022 (year to 24 September 2022) to $383.3 billion in fiscal 2023 (year to 30 September 2023).",
  ],
  // Follow-up questions.
  // A different metric for each company.
  [
    'revenue and net income of Apple and Microsoft for 2023',
    "Apple had the higher revenue: $383.3 billion in fiscal 2023 (year to 30 September 2023), $171.4 billion more than Microsoft's $211.9 billion in fiscal 2023 (year to 30 June 2023).",
    "Apple had the higher net income: $97.0 billion in fiscal 2023, $24.6 billion more than Microsoft's $72.4 billion in fiscal 2023.",
  ],
  // Similar names.
  [
    'What was net income as a share of revenue of Apple in 2023?',
    "Apple's net margin was 25.3% in fiscal 2023 (year to 30 September 2023), about the same as a year before: net income of $97.0 billion divided by revenue of $383.3 billion.",
  ],
  [
    'Apple current ratio and debt to equity ratio 2023',
    "Apple's current ratio was 0.99 as of 30 September 2023, up 0.11 on a year before: current assets of $143.6 billion divided by current liabilities of $145.3 billion.",
    "Apple's debt to equity ratio was 1.79 as of 30 September 2023: total debt of $111.1 billion divided by shareholders' equity of $62.1 billion.",
  ],
  [
    'Who earned more in 2023, Apple or Microsoft?',
    "Apple had the higher net income: $97.0 billion in fiscal 2023 (year to 30 September 2023), $24.6 billion more than Microsoft's $72.4 billion in fiscal 2023 (year to 30 June 2023).",
  ],
  // Companies that are not named one by one.
  [
    'What were the gross margin and net margin of Microsoft in 2023?',
    "Microsoft's gross margin was 68.9% in fiscal 2023 (year to 30 June 2023): gross profit of $146.1 billion divided by revenue of $211.9 billion.",
    "Microsoft's net margin was 34.1% in fiscal 2023, down 2.6 percentage points on a year before: net income of $72.4 billion divided by revenue of $211.9 billion.",
  ],
  // Questions that reported figures do not answer.
  ["What is Apple's market cap?"],
  ["What is Apple's P/E ratio?"],
  ["What was Apple's revenue per share in 2023?"],
  ["What are Apple's main risk factors?"],
  [
    "Why did Apple's revenue fall in 2023?",
    "Apple's revenue fell 2.8%, or $11.0 billion, from $394.3 billion in fiscal 2022 (year to 24 September 2022) to $383.3 billion in fiscal 2023 (year to 30 September 2023).",
  ],
  ['How does Apple recognize revenue?'],
  ["What is Apple's revenue guidance for 2025?"],
  ['What was the iPhone revenue of Apple in 2023?'],
  ["What was Apple's revenue in China in 2023?"],
  ["What was the revenue of Apple's services business in 2023?"],
  ["What was Apple's debt per share in 2023?"],
  ["What was Dell's revenue in 2023?"],
  ['What was the revenue in 2023?'],
  ["What was Apple's revenue in 2015?"],
  [
    "How did Apple's revenue change from 2015 to 2023?",
    "The filings here do not give the revenue of Apple in fiscal 2015: Apple's revenue rose 47.3%, or $123.1 billion, from $260.2 billion in fiscal 2019 (year to 28 September 2019) to $383.3 billion in fiscal 2023 (year to 30 September 2023); it was highest with $394.3 billion in fiscal 2022 (year to 24 September 2022).",
  ],
  [
    "What was Apple's combined revenue from 2018 to 2023 without anything left out?",
    "The filings here do not give the revenue of Apple in fiscal 2018: Apple's revenue from fiscal 2019 to fiscal 2023 came to $1.68 trillion: $260.2 billion, $274.5 billion, $365.8 billion, $394.3 billion and $383.3 billion.",
  ],
  ['What products does Apple sell?'],
  ['What did the CEO of Apple say about revenue?'],
  ["What is Apple's approach to debt?"],
  ['How does Apple manage its cash?'],
]

describe('a question that reported figures answer', () => {
  it.each(QUESTIONS)('%s', (question, ...expected) => {
    expect(said(question)).toEqual(expected)
  })

  it('is answered with statements and cells that the verifier keeps, each with exact quotes', () => {
    const answers = QUESTIONS.flatMap(([question]) => ask(question) ?? [])
    const stated = answers.flatMap(({ statements, conflicts, table }) => [
      ...statements,
      ...conflicts,
      ...(table?.rows.flatMap(({ cells }) => cells.filter(cell => cell !== undefined)) ?? []),
    ])
    expect(stated.length).toBeGreaterThan(110)
    expect(stated.map(verdictOf).filter(({ kept }) => !kept)).toEqual([])
  })

  it('gets no number that is neither in a quote nor marked as calculated', () => {
    for (const [question] of QUESTIONS) {
      for (const { text, evidence, computed } of ask(question)?.statements ?? []) {
        const quotes = evidence.flatMap(({ quote, passage }) => [quote, passage.title])
        const altered = text.replace(/(?<=\$)\d/, digit => `${(Number(digit) + 3) % 10}`)
        const options = computed ? { computed } : {}
        expect(checkFigures(text, quotes, options)).toEqual([])
        if (altered !== text)
          expect(checkFigures(altered, quotes, options), altered).not.toEqual([])
      }
    }
  })
})

describe('dates', () => {
  it('of a period are given once', () => {
    const [first, second] = said('What were the revenue and net income of Apple in 2023?')
    expect(first).toContain('in fiscal 2023 (year to 30 September 2023)')
    expect(second).not.toContain('year to')
  })

  it('do not make the same sentence appear twice', () => {
    expect(said('Apple revenue 2023? Apple revenue 2023? Revenue of Apple in FY23?')).toHaveLength(
      1,
    )
  })
})

describe('the answered part of a question', () => {
  it('is the question, unless it asks for several things in words of its own', () => {
    const plain = 'What was the revenue of Apple in 2023?'
    expect(ask(plain)?.answered).toEqual([plain])
    const several = "What was Apple's revenue in fiscal 2023 and what are the main risks?"
    expect(ask(several)).toBeUndefined()
  })

  it.each([
    [
      'Compare the operating income of Apple and Microsoft in 2023',
      ['Microsoft: operating income in fiscal 2023'],
    ],
    ['Apple revenue 2015 and 2023', ['Apple: revenue in fiscal 2015']],
    [
      "How did Apple's revenue change from 2017 to 2023?",
      ['Apple: revenue in fiscal 2017 and in fiscal 2018'],
    ],
    [
      "Microsoft's cash in 2022",
      ['Microsoft: cash and cash equivalents at the end of fiscal 2022'],
    ],
    [
      "Microsoft's cash as of June 30, 2022",
      ['Microsoft: cash and cash equivalents as of 30 June 2022'],
    ],
    ["Microsoft's goodwill", ['Microsoft: goodwill']],
    ["What is Apple's P/E ratio?", ['Apple: price to earnings ratio (no share prices are held)']],
    ["What was Apple's revenue in 2023?", []],
    ['In which year was the revenue of Apple highest?', []],
  ])('and what no filing gives is named: %s', (question, missing) => {
    expect(ask(question)?.missing).toEqual(missing)
  })

  it('says with the answer which company a misspelled name is read as', () => {
    const [answer] = ask('Revenue of Appel in 2023')?.statements ?? []
    expect(answer?.text).toMatch(/less than a year before; “Appel” is read as Apple\.$/)
    expect(ask('Revenue of Appel in 2023')?.missing).toEqual([])
  })

  it('is empty if the question asks for no figures', () => {
    expect(ask("What are Apple's main risk factors?")).toBeUndefined()
    expect(ask("What was Dell's revenue in 2023?")).toBeUndefined()
  })

  it('excludes a missing figure even if a similar one is shown', () => {
    const answer = ask('short-term debt of Apple in 2023')
    expect(answer?.statements[0]?.text).toContain('current debt')
    const microsoft = {
      ...all,
      facts: all.facts.filter(({ concept }) => !concept.includes('LongTermDebtCurrent')),
    }
    const other = ask('short-term debt of Apple in 2023', microsoft)
    expect(other?.statements[0]?.text).toContain("Apple's short-term borrowings")
    expect(other?.missing).toEqual([
      'Apple: current debt at the end of fiscal 2023 (given instead: short-term borrowings)',
    ])
  })
})

describe('the company', () => {
  it('need not be named if all facts are about one company', () => {
    const [text] = said('What was the revenue in 2023?', reportedCompanies('Apple'))
    expect(text).toContain("Apple's revenue was $383.3 billion in fiscal 2023")
  })

  it('is not replaced by the only known one if the question names another', () => {
    expect(said("What was Dell's revenue in 2023?", reportedCompanies('Apple'))).toEqual([])
  })
})

describe('filings that differ', () => {
  it('are shown side by side with their dates, and the newest is the answer', () => {
    const answer = ask('R&D expense of Apple in 2022')
    expect(answer?.statements[0]?.text).toContain('$26.3 billion')
    expect(answer?.conflicts.map(({ text }) => text)).toEqual([
      'Filings of Apple differ on research and development expense (R&D) in fiscal 2022 (to 24 September 2022): $26,251 million (10-K filed on 28 October 2022) and $26,300 million (10-K filed on 3 November 2023).',
    ])
    expect(answer?.conflicts.map(verdictOf)).toMatchObject([{ kept: true }])
  })

  it('are shown for the inputs of a calculation too', () => {
    expect(ask("How did Apple's R&D change from 2022 to 2023?")?.conflicts).toHaveLength(1)
  })

  it('do not include filings that agree', () => {
    expect(ask('Apple revenue in 2022')?.conflicts).toEqual([])
  })
})

describe('the table', () => {
  const cellsOf = (question: string) =>
    ask(question)?.table?.rows.map(({ label, cells }) => [label, ...cells.map(cell => cell?.text)])

  it('has times as columns for a trend', () => {
    expect(ask('Apple revenue and net income from 2021 to 2023')?.table?.columns).toEqual([
      '',
      'Fiscal 2021 (to 25 September 2021)',
      'Fiscal 2022 (to 24 September 2022)',
      'Fiscal 2023 (to 30 September 2023)',
    ])
    expect(cellsOf('Apple revenue and net income from 2021 to 2023')).toEqual([
      ['Apple: revenue', '$365,817 million', '$394,328 million', '$383,285 million'],
      ['Apple: net income', '$94,680 million', '$99,803 million', '$96,995 million'],
    ])
  })

  it('has companies as columns for a comparison at one time', () => {
    const question = 'Compare revenue and gross margin of Apple and Microsoft in 2023'
    expect(ask(question)?.table?.columns).toEqual(['', 'Apple', 'Microsoft'])
    expect(cellsOf(question)).toEqual([
      ['Revenue', '$383,285 million (to 30 September 2023)', '$211,915 million (to 30 June 2023)'],
      ['Gross margin', '44.1% (to 30 September 2023)', '68.9% (to 30 June 2023)'],
    ])
  })

  it('has an empty cell for a figure that was not reported', () => {
    const question = 'Compare revenue of Apple and Microsoft from 2020 to 2022'
    expect(cellsOf(question)?.map(([label, first]) => [label, first])).toEqual([
      ['Apple: revenue (fiscal years to late September)', '$274,515 million'],
      ['Microsoft: revenue (fiscal years to late June)', undefined],
    ])
  })

  it('says once when the years of a company end', () => {
    const table = ask('Compare revenue of Apple and Microsoft from 2020 to 2022')?.table
    expect(table?.columns.at(1)).toBe('2020')
    expect(table?.columns.at(-1)).toBe('2022')
    expect(table?.rows.map(({ label, cells }) => [label, cells.at(-1)?.text])).toEqual([
      ['Apple: revenue (fiscal years to late September)', '$394,328 million'],
      ['Microsoft: revenue (fiscal years to late June)', '$198,270 million'],
    ])
  })

  it('gives one figure with its period', () => {
    expect(cellsOf("What was Apple's free cash flow in 2023?")).toEqual([
      ['Free cash flow', '$99,584 million (to 30 September 2023)'],
    ])
  })
})

it.each([
  [
    'fr',
    'What were the revenue and the net income of Apple and Microsoft in 2023?',
    'Le chiffre d’affaires d’Apple était de 383,3 milliards de dollars pour l’exercice 2023. Le chiffre d’affaires de Microsoft était de 211,9 milliards de dollars pour l’exercice 2023. Apple arrive en tête. Le bénéfice net d’Apple était de 97 milliards de dollars pour l’exercice 2023. Le bénéfice net de Microsoft était de 72,4 milliards de dollars pour l’exercice 2023. Apple arrive en tête.',
  ],
  [
    'de',
    'How much did the revenue of Apple change in 2023?',
    'Im Geschäftsjahr 2023 betrug der Umsatz von Apple 383,3 Milliarden US-Dollar (−2,8 % gegenüber 394,3 Milliarden US-Dollar im Geschäftsjahr 2022).',
  ],
  ['de', 'Which of Apple and Microsoft grew revenue faster in 2023?', undefined],
])('says figures in the language of the caller or not at all, %s: %s', (language, input, said) => {
  const evidence = { facts: all.facts, ledger: createLedger(), today: TODAY, language }
  const { statements } = answerFromFacts(input, evidence)?.said ?? {}
  const texts = statements?.map(({ text }) => text.replace(/\s/g, ' ')).join(' ')
  expect(texts).toBe(said)
})

it('has its table in the language of the caller', () => {
  const ledger = createLedger()
  const evidence = {
    facts: all.facts,
    ledger,
    today: TODAY,
    language: 'de',
    effort: 'standard',
  } as const
  const { table } = answerFromFacts('What was the revenue of Apple in 2023?', evidence)?.said ?? {}
  expect(table?.columns.at(-1)).toBe('Im Geschäftsjahr 2023 (30. September 2023)')
  expect(table?.rows.map(({ label, cells }) => [label, cells.at(-1)?.text])).toEqual([
    ['Apple: Umsatz', '383,285 Milliarden US-Dollar'],
  ])
})

it('a long prompt is answered within bounds', () => {
  const long =
    "What was Apple's revenue, net income, total assets and EPS in 2023 and 2022?\n".repeat(200)
  const noise = `${'revenue , and '.repeat(900)}${' '.repeat(20_000)}Q1`
  expect(said(long).length).toBeLessThanOrEqual(24)
  expect(() => said(noise)).not.toThrow()
})

it('no answer has a number that is neither quoted nor calculated, whatever the figures', () => {
  const company = { cik: '0000000009', name: 'Petrel Ltd', tickers: ['PTR'] }
  const years = ['2020', '2021', '2022', '2023']
  const cents = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
  const value = fc.oneof(
    cents.map(amount => amount / 100),
    cents.map(amount => amount * 1_000),
    fc.constantFrom(0, 1_000_000, -1_000_000),
  )
  const values = fc.tuple(value, value, value, value)
  const questions = [
    'Petrel gross profit and net income from 2020 to 2023',
    'How did net income change from 2020 to 2023?',
    'year over year growth of gross profit from 2020 to 2023',
    'total gross profit from 2020 to 2023',
    'average net income from 2020 to 2023',
    'CAGR of gross profit from 2020 to 2023',
    'In which year was net income lowest?',
  ]
  fc.assert(
    fc.property(values, values, (profit, income) => {
      const byYear = (amounts: readonly number[]) =>
        Object.fromEntries(years.map((year, at) => [year, amounts[at] ?? 0]))
      const periodOf = (year: string) => ({
        start: `${year}-01-01`,
        end: `${year}-12-31`,
        fiscalYear: Number(year),
        part: 'year' as const,
      })
      const figures = {
        'us-gaap:GrossProfit USD': byYear(profit),
        'us-gaap:NetIncomeLoss USD': byYear(income),
      }
      const filing = { company, form: '10-K', filedOn: '2024-02-01', period: periodOf('2023') }
      const scene = reportedScene([{ ...filing, figures }], periodOf)
      const stated = questions.flatMap(question => ask(question, scene)?.statements ?? [])
      expect(stated.length).toBeGreaterThanOrEqual(questions.length)
      expect(stated.map(verdictOf).filter(({ kept }) => !kept)).toEqual([])
    }),
    {
      numRuns: 25,
      // Its average lies halfway between two numbers of three decimals.
      examples: [
        [
          [0, 0, 0, 0],
          [279_254_401_630_000, 1_000_000, -1_000_000, 1_000_000],
        ],
      ],
    },
  )
})
