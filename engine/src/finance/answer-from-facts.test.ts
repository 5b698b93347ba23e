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
    readAt: url => scene.passages.filter(passage => passage.url === url),
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

const Y23 = 'in fiscal year 2023 (to 30 September 2023)'
const FILED = 'as filed on 3 November 2023.'

/** A question, then the statements of its answer in order; none if facts do not answer it. */
const QUESTIONS: readonly (readonly [question: string, ...statements: string[]])[] = [
  // One figure under different names.
  [
    "What was Apple's revenue in fiscal year 2023?",
    `Apple's revenue ${Y23} was 383,285 million USD, ${FILED}`,
  ],
  ['AAPL net income FY23', `Apple's net income ${Y23} was 96,995 million USD, ${FILED}`],
  ['net sales of Apple Inc. in fy2023', 'revenue in fiscal year 2023'],
  ["Apple's bottom line for fiscal 2023?", '96,995 million USD'],
  [
    'How much did Apple spend on R&D in 2023?',
    'research and development expense in fiscal year 2023 (to 30 September 2023) was 29,915 million USD',
  ],
  ['SG&A of Apple in 2023', 'was 24,932 million USD'],
  [
    "Apple's EBIT in 2023",
    "Apple's operating income in fiscal year 2023 (to 30 September 2023) was 114,301 million USD",
  ],
  [
    'Apple COGS 2023',
    'cost of revenue in fiscal year 2023 (to 30 September 2023) was 214,137 million USD',
  ],
  [
    "What was Apple's diluted EPS in 2023?",
    `Apple's diluted earnings per share ${Y23} were 6.13 USD per share, ${FILED}`,
  ],
  ["What was Apple's basic EPS in 2023?", 'were 6.16 USD per share'],
  [
    'How much did Apple pay in dividends and buybacks in 2023?',
    'were 15,025 million USD',
    'were 77,550 million USD',
  ],
  [
    'What was the capex of Apple in FY 2023?',
    'capital expenditures in fiscal year 2023 (to 30 September 2023) were 10,959 million USD',
  ],
  [
    'Harbor Foods net income 2022',
    "Harbor Foods' net income in fiscal year 2022 (to 31 December 2022) was -45,300 USD, as filed on 20 February 2024.",
  ],
  ["What was Nordwind's turnover in 2022?", 'was 30,871 million EUR, as filed on 15 March 2023.'],
  [
    'Revenue of Microsoft in 2023',
    "Microsoft's revenue in fiscal year 2023 (to 30 June 2023) was 211,915 million USD, as filed on 27 July 2023.",
  ],
  // Balances.
  [
    "What were Apple's total assets at the end of 2023?",
    `Apple's total assets as of 30 September 2023 were 352,583 million USD, ${FILED}`,
  ],
  [
    'How much cash did Apple have as of July 1, 2023?',
    'as of 1 July 2023 were 28,408 million USD, as filed on 4 August 2023.',
  ],
  ['Apple cash at 2023-09-30', 'as of 30 September 2023 were 29,965 million USD'],
  [
    "What is Apple's latest cash balance?",
    'as of 29 June 2024 were 25,565 million USD, as filed on 2 August 2024.',
  ],
  [
    'How many shares outstanding did Apple have at the end of fiscal 2023?',
    'were 15,550,061,000 shares',
  ],
  [
    "Harbor Foods' equity in 2023",
    "Harbor Foods' shareholders' equity as of 31 December 2023 was -15,000 USD",
  ],
  // Parts of years.
  [
    'Apple revenue Q3 2023',
    'in the third quarter of fiscal year 2023 (to 1 July 2023) was 81,797 million USD, as filed on 4 August 2023.',
  ],
  ["Apple's EPS in 3Q23", 'were 1.26 USD per share'],
  [
    "Apple's revenue in the fourth quarter of fiscal 2023",
    '(to 30 September 2023) was 89,498 million USD (383,285 million USD for the 12 months to 30 September 2023 − 293,787 million USD for the 9 months to 1 July 2023), as filed on 4 August 2023 and 3 November 2023.',
  ],
  ["What was Apple's EPS in Q4 2023?"],
  [
    'Apple operating cash flow in Q3 2023',
    'was 26,380 million USD (88,945 million USD for the 9 months to 1 July 2023 − 62,565 million USD for the 6 months to 1 April 2023)',
  ],
  [
    "What was Apple's revenue in the first nine months of fiscal 2024?",
    '(to 29 June 2024) was 296,105 million USD',
  ],
  ['Apple revenue for the nine months ended June 29, 2024', 'was 296,105 million USD'],
  ["AAPL's revenue for the year ended September 30, 2023", 'was 383,285 million USD'],
  [
    "What was the most recent quarter's revenue for Apple?",
    '(to 29 June 2024) was 85,777 million USD',
  ],
  ["What was Apple's revenue last year?", 'in fiscal year 2023'],
  [
    'TTM revenue of Apple',
    "Apple's revenue in the trailing 12 months to 29 June 2024 was 385,603 million USD (383,285 million USD for the 12 months to 30 September 2023 + 296,105 million USD for the 9 months to 29 June 2024 − 293,787 million USD for the 9 months to 1 July 2023), as filed on 4 August 2023, 3 November 2023 and 2 August 2024.",
  ],
  ['Apple diluted EPS TTM'],
  // Calculated figures.
  [
    "What was Apple's free cash flow in 2023?",
    'was 99,584 million USD (operating cash flow 110,543 million USD − capital expenditures 10,959 million USD)',
  ],
  [
    'Apple EBITDA 2023',
    "Apple's earnings before interest, taxes, depreciation and amortization in fiscal year 2023 (to 30 September 2023) was 125,820 million USD (operating income 114,301 million USD + depreciation and amortization 11,519 million USD)",
  ],
  [
    "What were Apple's margins in 2023?",
    'was 44.1% (gross profit 169,148 million USD (revenue 383,285 million USD − cost of revenue 214,137 million USD) ÷ revenue 383,285 million USD)',
    'was 29.8%',
    'was 25.3% (net income 96,995 million USD ÷ revenue 383,285 million USD)',
  ],
  [
    "What was Apple's effective tax rate in 2023?",
    'was 14.7% (income tax expense 16,741 million USD ÷ income before taxes 113,736 million USD',
  ],
  [
    'current ratio Apple 2023',
    'as of 30 September 2023 was 0.99 (current assets 143,566 million USD ÷ current liabilities 145,308 million USD)',
  ],
  ['debt to equity of Apple in 2023', 'was 1.79 (total debt 111,088 million USD'],
  ['Apple ROE and ROA 2023', 'was 156.1%', 'was 27.5%'],
  ['payout ratio Apple FY2023', 'was 15.5%'],
  ['asset turnover of Apple in 2023', 'was 1.09'],
  [
    'Apple total liabilities 2023',
    'were 290,437 million USD (total assets 352,583 million USD − equity',
  ],
  ['Apple working capital 2023', 'was −1,742 million USD'],
  [
    "What was Apple's R&D as a percentage of revenue in 2023?",
    'as a share of revenue in fiscal year 2023 (to 30 September 2023) was 7.8%',
  ],
  [
    'ratio of long-term debt to equity for Apple in 2023',
    'was 1.53 (long-term debt 95,281 million USD ÷',
  ],
  ['Harbor return on equity 2023'],
  // Changes.
  [
    "How did Apple's revenue change from 2022 to 2023?",
    `Apple's revenue fell by 11,043 million USD, or 2.8% (383,285 ÷ 394,328 − 1), from 394,328 million USD in fiscal year 2022 (to 24 September 2022) to 383,285 million USD in fiscal year 2023 (to 30 September 2023), ${FILED}`,
  ],
  ['Microsoft net income growth 2023', 'fell by 377 million USD, or 0.52% (72,361 ÷ 72,738 − 1)'],
  ["what was apple's revenue growth in 2023, rounded to two decimal places?", 'or 2.80%'],
  ["year over year growth of Apple's Q3 2023 revenue", 'fell by 1,162 million USD, or 1.4%'],
  [
    'year-over-year revenue growth of Apple from 2019 to 2023',
    'or 5.5%',
    'or 33.3%',
    'or 7.8%',
    'or 2.8%',
  ],
  [
    "How did Apple's gross margin change from 2022 to 2023?",
    'rose by 0.8 percentage points from 43.3%',
  ],
  [
    'What was the CAGR of Apple revenue from 2019 to 2023?',
    'at a compound annual rate of 10.2% over 4 years ((383,285 ÷ 260,174)^(1/4) − 1)',
  ],
  ["Apple's 3-year revenue CAGR", 'rate of 11.8% over 3 years'],
  [
    "How did Harbor Foods' net income change from 2022 to 2023?",
    'rose by 165,300 USD from -45,300 USD in fiscal year 2022 (to 31 December 2022) to 120,000 USD in fiscal year 2023 (to 31 December 2023), as filed on 20 February 2024; as it began at zero or below, only the amount is given',
  ],
  ["How did Harbor's revenue grow from 2021 to 2022?", 'rose by 980,150.5 USD from 0 USD'],
  [
    'Harbor revenue change from 2022 to 2023',
    'rose by 270,249.75 USD, or 27.6% (1,250,400.25 ÷ 980,150.5 − 1)',
  ],
  ['Harbor Foods EPS 2022 and 2023', 'rose by 0.33 USD per share from -0.09 USD per share'],
  [
    'Nordwind revenue change from 2022 to 2023',
    'went from 30,871 million EUR in fiscal year 2022 (to 31 December 2022) to 33,750 million USD in fiscal year 2023 (to 31 December 2023), as filed on 15 March 2023 and 14 March 2024; the amounts are in different currencies or units, so the change is left open',
  ],
  ["Nordwind's revenue growth from 2021 to 2022", 'rose by 3,029 million EUR, or 10.9%'],
  // Several times.
  [
    'Apple revenue since 2021',
    'was 365,817 million USD in fiscal year 2021 (to 25 September 2021), 394,328 million USD in fiscal year 2022 (to 24 September 2022) and 383,285 million USD in fiscal year 2023',
    'rose by 17,468 million USD, or 4.8%',
  ],
  [
    "Show Apple's revenue over the last five years",
    'was 260,174 million USD in fiscal year 2019',
    'or 47.3%',
  ],
  [
    'total revenue of Apple from 2021 to 2023',
    'came to 1,143,430 million USD (365,817 + 394,328 + 383,285)',
  ],
  [
    'average net income of Apple 2021 to 2023',
    'averaged 97,159.3 million USD ((94,680 + 99,803 + 96,995) ÷ 3)',
  ],
  [
    'combined revenue of Harbor from 2021 to 2023',
    'came to 2,230,550.75 USD (0 + 980,150.5 + 1,250,400.25)',
  ],
  [
    "In which year was Apple's revenue highest?",
    'was highest in fiscal year 2022 (to 24 September 2022) at 394,328 million USD, of 5 figures',
  ],
  ['total assets of Apple from 2022 to 2023', 'fell by 172 million USD, or 0.05%'],
  // Several companies.
  [
    'Which company had higher revenue in 2023, Apple or Microsoft?',
    "Apple's revenue, 383,285 million USD in fiscal year 2023 (to 30 September 2023), was 171,370 million USD higher (383,285 − 211,915) than Microsoft's, 211,915 million USD in fiscal year 2023 (to 30 June 2023), as filed on 27 July 2023 and 3 November 2023.",
  ],
  ["Did Apple's net income exceed Microsoft's in 2023?", 'was 24,634 million USD higher'],
  [
    'Which of Apple and Microsoft had the lower R&D expense in 2023?',
    "Microsoft's research and development expense, 27,195 million USD in fiscal year 2023 (to 30 June 2023), was 2,720 million USD lower (29,915 − 27,195) than Apple's",
  ],
  [
    'Which company had the highest net margin in 2023?',
    "Microsoft's net margin (net income ÷ revenue), 34.1% in fiscal year 2023 (to 30 June 2023), was the highest of 3, before Apple's, 25.3%",
  ],
  [
    'Compare the revenue of Apple and Nordwind in 2022',
    "Revenue, in different currencies and so left unranked: Apple's 394,328 million USD in fiscal year 2022 (to 24 September 2022); Nordwind's 30,871 million EUR in fiscal year 2022 (to 31 December 2022)",
  ],
  [
    'What was the combined revenue of Apple and Microsoft in 2023?',
    'came to 595,200 million USD (383,285 + 211,915)',
  ],
  [
    'Which grew revenue faster in 2023, Apple or Microsoft?',
    "Microsoft's revenue had the highest growth, 6.9% from fiscal year 2022 to fiscal year 2023, before Apple's, −2.8%",
    'fell by 11,043 million USD',
    'rose by 13,645 million USD, or 6.9%',
  ],
  // Several things at once.
  [
    'Give me revenue, net income and EPS of Apple for 2023.',
    '383,285 million USD',
    '96,995 million USD',
    '6.13 USD per share',
  ],
  [
    "Apple's revenue in 2023 and Microsoft's net income in 2022",
    "Apple's revenue in fiscal year 2023",
    "Microsoft's net income in fiscal year 2022",
  ],
  [
    "What was Apple's revenue in 2023? How much did it grow compared to the prior year?",
    'was 383,285 million USD',
    'fell by 11,043 million USD',
  ],
  [
    "As an analyst I need Apple's net income for fiscal 2023; also tell me how Microsoft's revenue changed from 2022 to 2023, and explain the main risks.",
    '96,995 million USD',
    'rose by 13,645 million USD',
  ],
  // Compared with a named time, or with the previous one.
  [
    "What was Apple's revenue in fiscal 2023 and how did it change from 2022?",
    'was 383,285 million USD',
    'from 394,328 million USD in fiscal year 2022 (to 24 September 2022) to 383,285 million USD in fiscal year 2023.',
  ],
  [
    "What was Apple's revenue in fiscal 2022? How does that compare with 2019?",
    'was 394,328 million USD',
    'rose by 134,154 million USD, or 51.6%',
  ],
  ["How did Apple's revenue change from 2020?", 'rose by 108,770 million USD, or 39.6%'],
  ["Apple's revenue vs 2021", 'rose by 17,468 million USD'],
  ["Apple's revenue 2022 vs 2020", 'rose by 119,813 million USD'],
  ["Apple's net income in 2023 versus the prior year", 'fell by 2,808 million USD'],
  ["How did Apple's revenue in 2023 compare with last year?", 'fell by 11,043 million USD'],
  ["Was Apple's revenue higher in 2023 than in 2022?", 'fell by 11,043 million USD'],
  [
    "What was Apple's revenue in 2022 and how did it grow since 2020?",
    'was 394,328 million USD',
    'rose by 119,813 million USD',
  ],
  ["How did Apple's Q3 2023 revenue change from Q3 2022?", 'fell by 1,162 million USD'],
  // Follow-up questions.
  [
    "What was Apple's revenue in 2023? And in 2022? And Microsoft's?",
    "Apple's revenue in fiscal year 2023",
    "Apple's revenue in fiscal year 2022 (to 24 September 2022) was 394,328 million USD.",
    "Microsoft's revenue in fiscal year 2022",
  ],
  [
    "What was Apple's revenue in 2023 and how did its iPhone sales change?",
    'was 383,285 million USD',
  ],
  // A different metric for each company.
  [
    "Apple's revenue and Microsoft's net income in 2023",
    "Apple's revenue in fiscal year 2023 (to 30 September 2023) was",
    "Microsoft's net income in fiscal year 2023 (to 30 June 2023) was",
  ],
  [
    'revenue and net income of Apple and R&D expense of Microsoft for 2023',
    "Apple's revenue",
    "Apple's net income",
    "Microsoft's research and development expense",
  ],
  [
    'revenue and net income of Apple and Microsoft for 2023',
    "than Microsoft's",
    "than Microsoft's",
  ],
  ["Apple's revenue and Microsoft's revenue in 2023", "than Microsoft's"],
  // Similar names.
  [
    'What share of Apple revenue was net income in 2023?',
    'net income as a share of revenue in fiscal year 2023 (to 30 September 2023) was 25.3%',
  ],
  ['Apple current ratio and debt to equity ratio 2023', 'was 0.99', 'was 1.79'],
  ['How many shares does Apple have outstanding?', 'were 15,550,061,000 shares'],
  ['Who earned more in 2023, Apple or Microsoft?', 'was 24,634 million USD higher'],
  // Companies that are not named one by one.
  [
    "What is Microsoft's revenue trend?",
    'was 168,088 million USD in fiscal year 2021 (to 30 June 2021), 198,270 million USD',
    'rose by 43,827 million USD',
  ],
  [
    'Summarize the financial results of Microsoft for FY2023',
    "Microsoft's revenue",
    "Microsoft's net income",
    "Microsoft's total assets",
  ],
  ['How profitable was Microsoft in 2023?', "Microsoft's gross margin", "Microsoft's net margin"],
  // Questions that reported figures do not answer.
  ["What is Apple's market cap?"],
  ["What was Apple's revenue per share in 2023?"],
  ["What are Apple's main risk factors?"],
  ["Why did Apple's revenue fall in 2023?"],
  ['How does Apple recognize revenue?'],
  ["What is Apple's revenue guidance for 2025?"],
  ['What was the iPhone revenue of Apple in 2023?'],
  ["What was Apple's revenue in China in 2023?"],
  ["What was the revenue of Apple's services business in 2023?"],
  ["What is Apple's P/E ratio?"],
  ["What was Apple's debt per share in 2023?"],
  ["What was Dell's revenue in 2023?"],
  ['What was the revenue in 2023?'],
  ["What was Apple's revenue in 2015?"],
  ["How did Apple's revenue change from 2015 to 2023?"],
  [
    "What was Apple's combined revenue from 2018 to 2023 without anything left out?",
    'was 260,174 million USD in fiscal year 2019',
    'or 47.3%',
  ],
  ['What products does Apple sell?'],
  ['What did the CEO of Apple say about revenue?'],
  ["What is Apple's approach to debt?"],
  ['How does Apple manage its cash?'],
]

describe('a question that reported figures answer', () => {
  it.each(QUESTIONS)('%s', (question, ...expected) => {
    const statements = said(question)
    expect(statements).toHaveLength(expected.length)
    for (const [at, fragment] of expected.entries()) expect(statements[at]).toContain(fragment)
  })

  it('is answered with statements and cells that the verifier keeps, each with exact quotes', () => {
    const answers = QUESTIONS.flatMap(([question]) => ask(question) ?? [])
    const stated = answers.flatMap(({ statements, conflicts, table }) => [
      ...statements,
      ...conflicts,
      ...(table?.rows.flatMap(({ cells }) => cells.filter(cell => cell !== undefined)) ?? []),
    ])
    expect(stated.length).toBeGreaterThan(150)
    expect(stated.map(verdictOf).filter(({ kept }) => !kept)).toEqual([])
  })

  it('gets no number that is neither in a quote nor marked as calculated', () => {
    for (const [question] of QUESTIONS) {
      for (const { text, evidence, computed } of ask(question)?.statements ?? []) {
        const quotes = evidence.flatMap(({ quote, passage }) => [quote, passage.title])
        const altered = text.replace(
          /\d(?=[\d,]*(?: million)? (?:USD|EUR))/,
          digit => `${(Number(digit) + 3) % 10}`,
        )
        const options = computed ? { computed } : {}
        expect(checkFigures(text, quotes, options)).toEqual([])
        if (altered !== text)
          expect(checkFigures(altered, quotes, options), altered).not.toEqual([])
      }
    }
  })
})

describe('dates', () => {
  it('of a period and of a filing are stated once', () => {
    expect(said('revenue and net income of Apple in 2021, 2022 and 2023')).toEqual([
      "Apple's revenue was 365,817 million USD in fiscal year 2021 (to 25 September 2021), 394,328 million USD in fiscal year 2022 (to 24 September 2022) and 383,285 million USD in fiscal year 2023 (to 30 September 2023), as filed on 3 November 2023.",
      "Apple's revenue rose by 17,468 million USD, or 4.8% (383,285 ÷ 365,817 − 1), from fiscal year 2021 to fiscal year 2023.",
      "Apple's net income was 94,680 million USD in fiscal year 2021, 99,803 million USD in fiscal year 2022 and 96,995 million USD in fiscal year 2023.",
      "Apple's net income rose by 2,315 million USD, or 2.4% (96,995 ÷ 94,680 − 1), from fiscal year 2021 to fiscal year 2023.",
    ])
  })

  it('are those of each company', () => {
    const [, second] = said("Apple's revenue in 2023; Microsoft's net income in 2023")
    expect(second).toMatch(/\(to 30 June 2023\).*as filed on 27 July 2023/)
  })

  it('do not make the same sentence appear twice', () => {
    expect(said('Apple revenue 2023? Apple revenue 2023? Revenue of Apple in FY23?')).toHaveLength(
      1,
    )
  })
})

describe('the answered part of a question', () => {
  it('is reported as the clauses that figures answer, word for word', () => {
    const question =
      "What was Apple's revenue in fiscal 2023 and how did it change from 2022, and what are the main risks?"
    expect(ask(question)?.answered).toEqual([
      "What was Apple's revenue in fiscal 2023",
      'how did it change from 2022',
    ])
  })

  it.each([
    [
      'Compare the operating income of Apple and Microsoft in 2023',
      ['Microsoft: operating income in fiscal year 2023'],
    ],
    ['Apple revenue 2015 and 2023', ['Apple: revenue in fiscal year 2015']],
    ["How did Apple's revenue change from 2015 to 2023?", ['Apple: revenue in fiscal year 2015']],
    [
      "Microsoft's cash in 2022",
      ['Microsoft: cash and cash equivalents at the end of fiscal year 2022'],
    ],
    [
      "Microsoft's cash as of June 30, 2022",
      ['Microsoft: cash and cash equivalents as of 30 June 2022'],
    ],
    ["Microsoft's goodwill", ['Microsoft: goodwill']],
    ["What is Apple's P/E ratio?", ['Apple: price to earnings ratio']],
    [
      "Apple's EPS in the trailing twelve months",
      ['Apple: diluted earnings per share in the trailing 12 months'],
    ],
    ['Nordwind revenue in US dollars in 2022', ['Nordwind: revenue in USD (it reports in EUR)']],
    ['Revenue of Appel in 2023', ['A company called Appel (taken for Apple)']],
    ["What was Apple's revenue in 2023?", []],
    ['In which year was the revenue of Apple highest?', []],
    // These words stand for several metrics, and nobody asked for each of them.
    ['Financial results of Microsoft for FY2023', []],
    ["What is Microsoft's revenue trend?", []],
  ])('and what no filing gives is named: %s', (question, missing) => {
    expect(ask(question)?.missing).toEqual(missing)
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
    expect(other?.missing).toEqual(['Apple: current debt at the end of fiscal year 2023'])
  })
})

describe('the company', () => {
  it('need not be named if all facts are about one company', () => {
    const [text] = said('What was the revenue in 2023?', reportedCompanies('Apple'))
    expect(text).toContain("Apple's revenue in fiscal year 2023")
  })

  it('is not replaced by the only known one if the question names another', () => {
    expect(said("What was Dell's revenue in 2023?", reportedCompanies('Apple'))).toEqual([])
  })
})

describe('filings that differ', () => {
  it('are shown side by side with their dates, and the newest is the answer', () => {
    const answer = ask('R&D expense of Apple in 2022')
    expect(answer?.statements[0]?.text).toContain(
      'was 26,300 million USD, as filed on 3 November 2023.',
    )
    expect(answer?.conflicts.map(({ text }) => text)).toEqual([
      'Filings of Apple differ on research and development expense (R&D) in fiscal year 2022 (to 24 September 2022): 26,251 million USD (10-K filed on 28 October 2022) and 26,300 million USD (10-K filed on 3 November 2023).',
    ])
    expect(answer?.conflicts.map(verdictOf)).toMatchObject([{ kept: true }])
  })

  it('are shown for the inputs of a calculation too', () => {
    expect(ask("How did Apple's R&D change from 2022 to 2023?")?.conflicts).toHaveLength(1)
  })

  it.each([
    "Was Apple's R&D expense restated?",
    'Did Apple restate its R&D for 2022?',
    'What did Apple originally report for R&D in 2022?',
    'Did Apple restate anything?',
  ])('are the answer to a question about them, and are stated once: %s', question => {
    const answer = ask(question)
    expect(answer?.statements.map(({ text }) => text)).toEqual([
      expect.stringMatching(/26,251 million USD .*28 October 2022.* 26,300 million USD/),
    ])
    expect(answer?.statements.map(verdictOf)).toMatchObject([{ kept: true }])
    expect(answer?.conflicts).toEqual([])
  })

  it('are ruled out only if two filings give the same value', () => {
    const answer = ask("Was Apple's revenue restated?")
    expect(answer?.statements.map(({ text }) => text)).toEqual([
      'No: all filings of Apple that give revenue (net sales) agree: 365,817 million USD in fiscal year 2021 (to 25 September 2021) and 394,328 million USD in fiscal year 2022 (to 24 September 2022), as filed on 28 October 2022 and 3 November 2023.',
    ])
    expect(answer?.statements.map(verdictOf)).toMatchObject([{ kept: true }])
    expect(said('Did Microsoft restate its revenue for 2022?')).toEqual([])
    expect(said('Did Microsoft restate?')).toEqual([])
  })

  it('are shown with the filing that first gave each value', () => {
    const company = { cik: '0000000009', name: 'Petrel Ltd', tickers: ['PTR'] }
    const year = { start: '2021-01-01', end: '2021-12-31', fiscalYear: 2021, part: 'year' } as const
    const filed = (form: string, filedOn: string, value: number) => ({
      ...{ company, form, filedOn, period: year },
      figures: { 'us-gaap:Revenues USD': { '2021': value } },
    })
    const scene = reportedScene(
      [
        filed('10-K', '2022-02-18', 702e6),
        filed('10-K/A', '2022-09-15', 655e6),
        filed('10-K', '2023-02-20', 655e6),
      ],
      () => year,
    )
    expect(said('Was the revenue restated?', scene)).toEqual([
      'Filings of Petrel differ on revenue (net sales) in fiscal year 2021 (to 31 December 2021): 702 million USD (10-K filed on 18 February 2022) and 655 million USD (10-K/A filed on 15 September 2022).',
    ])
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
      'Fiscal year 2021 (to 25 September 2021)',
      'Fiscal year 2022 (to 24 September 2022)',
      'Fiscal year 2023 (to 30 September 2023)',
    ])
    expect(cellsOf('Apple revenue and net income from 2021 to 2023')).toEqual([
      ['Revenue', '365,817 million USD', '394,328 million USD', '383,285 million USD'],
      ['Net income', '94,680 million USD', '99,803 million USD', '96,995 million USD'],
    ])
  })

  it('has companies as columns for a comparison at one time', () => {
    const question = 'Compare revenue and gross margin of Apple and Microsoft in 2023'
    expect(ask(question)?.table?.columns).toEqual([
      '',
      'Apple, fiscal year 2023 (to 30 September 2023)',
      'Microsoft, fiscal year 2023 (to 30 June 2023)',
    ])
    expect(cellsOf(question)).toEqual([
      ['Revenue', '383,285 million USD', '211,915 million USD'],
      ['Gross margin', '44.1%', '68.9%'],
      // The inputs of the calculation.
      ['Gross profit', '169,148 million USD', '146,052 million USD'],
      ['Cost of revenue', '214,137 million USD', undefined],
    ])
  })

  it('has an empty cell for a figure that was not reported', () => {
    const question = 'Compare revenue of Apple and Microsoft from 2020 to 2022'
    expect(cellsOf(question)?.map(([label, first]) => [label, first])).toEqual([
      ['Apple: revenue', '274,515 million USD'],
      ['Microsoft: revenue', undefined],
    ])
  })

  it('dates each figure if a column has several dates', () => {
    const table = ask('Compare revenue of Apple and Microsoft from 2020 to 2022')?.table
    expect(table?.columns.at(1)).toBe('Fiscal year 2020 (to 26 September 2020)')
    expect(table?.columns.at(-1)).toBe('Fiscal year 2022')
    expect(table?.rows.map(({ cells }) => cells.at(-1)?.text)).toEqual([
      '394,328 million USD (to 24 September 2022)',
      '198,270 million USD (to 30 June 2022)',
    ])
  })

  it('is left out for one figure', () => {
    expect(ask("What was Apple's revenue in 2023?")?.table).toBeUndefined()
  })
})

describe('facts that cannot be cited', () => {
  it('are not used', () => {
    const passages = all.passages.filter(({ text }) => !text.includes('383,285,000,000'))
    expect(said("What was Apple's revenue in 2023?", { ...all, passages })).toEqual([])
    expect(said("What was Apple's revenue in 2023?", { ...all, passages: [] })).toEqual([])
  })

  it('are not cited from another document that says the same', () => {
    const passages = all.passages.map(passage => ({ ...passage, url: `${passage.url}x` }))
    expect(said("What was Apple's revenue in 2023?", { ...all, passages })).toEqual([])
  })
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
    'Petrel revenue and net income from 2020 to 2023',
    'How did net income change from 2020 to 2023?',
    'year over year growth of revenue from 2020 to 2023',
    'total revenue from 2020 to 2023',
    'average net income from 2020 to 2023',
    'net margin from 2020 to 2023',
    'CAGR of revenue from 2020 to 2023',
    'In which year was net income lowest?',
  ]
  fc.assert(
    fc.property(values, values, (revenue, income) => {
      const byYear = (amounts: readonly number[]) =>
        Object.fromEntries(years.map((year, at) => [year, amounts[at] ?? 0]))
      const periodOf = (year: string) => ({
        start: `${year}-01-01`,
        end: `${year}-12-31`,
        fiscalYear: Number(year),
        part: 'year' as const,
      })
      const figures = {
        'us-gaap:Revenues USD': byYear(revenue),
        'us-gaap:NetIncomeLoss USD': byYear(income),
      }
      const filing = { company, form: '10-K', filedOn: '2024-02-01', period: periodOf('2023') }
      const scene = reportedScene([{ ...filing, figures }], periodOf)
      const stated = questions.flatMap(question => ask(question, scene)?.statements ?? [])
      expect(stated.length).toBeGreaterThan(questions.length)
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
