import { describe, expect, it } from 'vitest'
import { readCompanies } from '../edgar/read-replies.ts'
import { createDirectory, findCompanies, mayNameCompanies } from './find-companies.ts'

/** As EDGAR lists them, the largest first. */
const LISTED: readonly (readonly [cik: number, ticker: string, title: string])[] = [
  [1045810, 'NVDA', 'NVIDIA CORP'],
  [1652044, 'GOOGL', 'Alphabet Inc.'],
  [320193, 'AAPL', 'Apple Inc.'],
  [789019, 'MSFT', 'MICROSOFT CORP'],
  [1018724, 'AMZN', 'AMAZON COM INC'],
  [1326801, 'META', 'Meta Platforms, Inc.'],
  [1067983, 'BRK-B', 'BERKSHIRE HATHAWAY INC'],
  [104169, 'WMT', 'Walmart Inc.'],
  [59478, 'LLY', 'ELI LILLY & Co'],
  [19617, 'JPM', 'JPMORGAN CHASE & CO'],
  [1403161, 'V', 'VISA INC.'],
  [34088, 'XOM', 'EXXON MOBIL CORP'],
  [200406, 'JNJ', 'JOHNSON & JOHNSON'],
  [1341439, 'ORCL', 'ORACLE CORP'],
  [909832, 'COST', 'COSTCO WHOLESALE CORP /NEW'],
  [2488, 'AMD', 'ADVANCED MICRO DEVICES INC'],
  [70858, 'BAC', 'BANK OF AMERICA CORP /DE/'],
  [21344, 'KO', 'COCA COLA CO'],
  [40545, 'GE', 'GENERAL ELECTRIC CO'],
  [1094517, 'TM', 'TOYOTA MOTOR CORP/'],
  [895421, 'MS', 'MORGAN STANLEY'],
  [886982, 'GS', 'GOLDMAN SACHS GROUP INC'],
  [353278, 'NVO', 'NOVO NORDISK A S'],
  [51143, 'IBM', 'INTERNATIONAL BUSINESS MACHINES CORP'],
  [310158, 'MRK', 'Merck & Co., Inc.'],
  [4962, 'AXP', 'AMERICAN EXPRESS CO'],
  [63908, 'MCD', 'MCDONALDS CORP'],
  [1283699, 'TMUS', 'T-Mobile US, Inc.'],
  [831001, 'C', 'CITIGROUP INC'],
  [1744489, 'DIS', 'Walt Disney Co'],
  [1996810, 'GEV', 'GE Vernova Inc.'],
  [732717, 'T', 'AT&T INC.'],
  [64040, 'SPGI', 'S&P Global Inc.'],
  [60667, 'LOW', 'LOWES COMPANIES INC'],
  [1373715, 'NOW', 'ServiceNow, Inc.'],
  [92122, 'SO', 'SOUTHERN CO'],
  [313807, 'BP', 'BP PLC'],
  [107263, 'WMB', 'WILLIAMS COMPANIES, INC.'],
  [898173, 'ORLY', 'O REILLY AUTOMOTIVE INC'],
  [66740, 'MMM', '3M CO'],
  [1703399, 'SE', 'Sea Ltd'],
  [1467858, 'GM', 'General Motors Co'],
  [27419, 'TGT', 'TARGET CORP'],
  [37996, 'F', 'FORD MOTOR CO'],
  [27904, 'DAL', 'DELTA AIR LINES, INC.'],
  [1166691, 'CMCSA', 'COMCAST CORP'],
  [39911, 'GAP', 'GAP INC'],
  [1577526, 'AI', 'C3.ai, Inc.'],
  [866374, 'FLEX', 'FLEX LTD.'],
  [1163302, 'X', 'UNITED STATES STEEL CORP'],
  [1418121, 'APLE', 'Apple Hospitality REIT, Inc.'],
  [1652044, 'GOOG', 'Alphabet Inc.'],
  [1067983, 'BRK-A', 'BERKSHIRE HATHAWAY INC'],
  [6845, 'APOG', 'APOGEE ENTERPRISES, INC.'],
  [1097362, 'NATI', 'National Something Corp'],
  [99999, 'ALL', 'ALLSTATE CORP'],
  [99998, 'USD', 'Proshares Something Trust'],
  [99997, 'EPS', 'Wisdom Fund'],
]
const directory = createDirectory(
  readCompanies(
    Object.fromEntries(
      LISTED.map(([cik_str, ticker, title], index) => [index, { cik_str, ticker, title }]),
    ),
  ),
)
const tickers = (question: string, kind: 'answer' | 'research' | 'finance') =>
  mayNameCompanies(question, kind)
    ? findCompanies(question, { directory, kind }).map(company => company.tickers[0])
    : []

describe('a finance question is about the companies that it names', () => {
  it.each([
    ['What was $AAPL revenue in 2023?', ['AAPL']],
    ['How did Ford (NYSE: F) do last quarter?', ['F']],
    ['Net income of NASDAQ:MSFT', ['MSFT']],
    ['What is the ticker T paying as dividend?', ['T']],
    ['AAPL vs MSFT operating margin', ['AAPL', 'MSFT']],
    ['Rank AAPL, T and C by net income', ['AAPL', 'T', 'C']],
    ['Merck KGaA revenue', []],
    ['Revenue of Merck and Merck KGaA', ['MRK']],
    ['Ford and GM revenue', ['F', 'GM']],
    ['amd vs nvidia vs walmart, revenue growth', ['AMD', 'NVDA', 'WMT']],
    [
      'overview of banks jpmorgan, bank of america, citigroup: revenue and assets',
      ['JPM', 'BAC', 'C'],
    ],
    ['compare apple, msft and googl revenue', ['AAPL', 'MSFT', 'GOOGL']],
    ['Apple revenue, net income, cost and debt', ['AAPL']],
    ['net income 2023 of apple, visa, walmart', ['AAPL', 'V', 'WMT']],
    ['YouTube revenue', []],
    ["AMD's R&D spending in fiscal 2022", ['AMD']],
    ['Book value of BRK.B', ['BRK-B']],
    ['Book value of BRK-A', ['BRK-B']],
    ["What was Apple's net income in fiscal year 2023?", ['AAPL']],
    ['What was Apple’s net income in fiscal year 2023?', ['AAPL']],
    ['Apple revenue 2023', ['AAPL']],
    ['Profit of Apple, Microsoft or Berkshire hathaway in 2022', ['AAPL', 'MSFT', 'BRK-B']],
    ['Total assets of Apple Inc. at the end of 2022', ['AAPL']],
    ['Occupancy of Apple Hospitality in 2021', ['APLE']],
    ['Compare the revenue of Microsoft and Amazon', ['MSFT', 'AMZN']],
    ['How much did Amazon.com spend on capex?', ['AMZN']],
    ['Revenue of The Coca-Cola Company', ['KO']],
    ['Coca Cola dividends per share', ['KO']],
    ['JPMorgan net interest income', ['JPM']],
    ['J.P. Morgan net interest income', ['JPM']],
    ['JPMorgan Chase & Co. total deposits', ['JPM']],
    ["What is Berkshire Hathaway's cash pile?", ['BRK-B']],
    ['Alphabet revenue', ['GOOGL']],
    ['GOOG and GOOGL share count', ['GOOGL']],
    ['What did Google earn in 2022?', ['GOOGL']],
    ['Facebook revenue in 2019', ['META']],
    ["Meta's headcount", ['META']],
    ["What was Disney's revenue?", ['DIS']],
    ["McDonald's operating income", ['MCD']],
    ["Lowe's inventory", ['LOW']],
    ["O'Reilly gross profit", ['ORLY']],
    ["AT&T's long-term debt", ['T']],
    ['3M goodwill', ['MMM']],
    ['Was Bank of America more profitable than Goldman Sachs?', ['BAC', 'GS']],
    ['GE Vernova backlog compared with General Electric', ['GEV', 'GE']],
    ["Target's revenue", ['TGT']],
    ['How much debt does Target have?', ['TGT']],
    ['Revenue of Southern Company', ['SO']],
    ['Exxon capex in 2022', ['XOM']],
    ['Novo Nordisk sales', ['NVO']],
    ['T-Mobile free cash flow', ['TMUS']],
    ['Merck & Co. R&D expense', ['MRK']],
    ['what was apple revenue in 2023', ['AAPL']],
    ["what was microsoft's EPS in 2021?", ['MSFT']],
    ['net income of nvidia and bank of america', ['NVDA', 'BAC']],
    // Not as it should be written.
    ['aapl revenue 2023', ['AAPL']],
    ['total assets of msft', ['MSFT']],
    ["What was Microsft's revenue?", ['MSFT']],
    ['Nvidai net income', ['NVDA']],
    ['Apple total debt', ['AAPL']],
    ['JPMorgan 2023 total revenue', ['JPM']],
    ['Johnson and Johnson revenue', ['JNJ']],
    ['Merck and Co. revenue', ['MRK']],
    ['Revenue of Apple and Microsoft', ['AAPL', 'MSFT']],
  ])('%s', (question, expected) => {
    expect(tickers(question, 'finance')).toEqual(expected)
  })
})

describe('words that only look like a company are not one', () => {
  it.each([
    'What does EPS mean under GAAP, in USD?',
    'Which CEO is paid best, and how will AI change IT?',
    'ARE ALL SHARES EQUAL?',
    'What are ALL the risks NOW?',
    'Revenue of the United States in 2020',
    'Interest rates in General',
    'Is the S&P 500 overvalued?',
    'Oil production in the North Sea',
    'What is the net worth of Serena Williams?',
    'Gap between cost and revenue in retail',
    'Target date funds and their fees',
    'how large is the gap between rich and poor',
    'what is a good target for savings',
    'What is American about national accounts?',
    'How is SG&A different from R&D in a 10-K?',
    'Delta hedging explained for the South',
    'how does the applet revenue work for cost accounting',
    'the cost of revenue now',
    "What was Mars' revenue?",
  ])('%s', question => {
    expect(tickers(question, 'finance')).toEqual([])
  })
})

describe('any other question needs a whole name and a word of finance, or a written-out ticker', () => {
  it.each([
    ["What was Apple's revenue in 2023?", ['AAPL']],
    ['Why did $NVDA fall?', ['NVDA']],
    ['How many shares does IBM have?', ['IBM']],
    ['Which risk factors does Microsoft name in its 10-K?', ['MSFT']],
    ['What did Google say in its filings?', ['GOOGL']],
    ['Who founded Apple?', []],
    ['What is the capital of Bolivia?', []],
    ['When did IBM build Deep Blue?', []],
    ['How high is the Apple tree?', []],
    ['Exxon revenue', ['XOM']],
    ['what was nvidias gross margin', ['NVDA']],
    ['whats walmarts cash on hand', ['WMT']],
    ['Which countries have the largest share of world trade?', []],
  ])('%s', (question, expected) => {
    expect(tickers(question, 'answer')).toEqual(expected)
    expect(tickers(question, 'research')).toEqual(expected)
  })
})

it('classes of shares are one company, with all of its tickers', () => {
  const [alphabet] = findCompanies('Alphabet', { directory, kind: 'finance' })
  expect(alphabet).toEqual({ cik: '0001652044', name: 'Alphabet Inc.', tickers: ['GOOGL', 'GOOG'] })
})

it('a malformed list of tickers gives an empty directory', () => {
  for (const reply of [
    null,
    [],
    'text',
    { 0: null, 1: { cik_str: 'x' }, 2: { cik_str: -1, ticker: 'A', title: 'A' } },
  ]) {
    expect(createDirectory(readCompanies(reply)).byTicker.size).toBe(0)
  }
})

it('a name from outside cannot bring headings or fields into a document', () => {
  const hostile = createDirectory(
    readCompanies({
      0: { cik_str: 1, ticker: 'bad', title: '# Heading\n| a | b |\nField: value' },
    }),
  )
  expect(hostile.byTicker.get('BAD')?.company.name).toBe('Heading a b Field value')
})

it.each([
  ['Which of Apple, AMD and Nvidia grew fastest since 2020?', ['AAPL', 'AMD', 'NVDA']],
  ['What was the EBIT of Walmart in 2021?', ['WMT']],
  ['How much did Visa earn in 2023?', ['V']],
])('takes growth, EBIT and earning for words of finance: %s', (question, expected) => {
  expect(tickers(question, 'answer')).toEqual(expected)
})
