import list from '../words.json' with { type: 'json' }

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Optional words at the end of a company's name. */
export const LEGAL_WORDS = setOf(list.legal)

/** In capitals these are tickers too, but a question that has them means something else. */
export const NO_TICKERS = setOf(list.notTickers)

/** First words that many companies share, places, and words of finance: no company by themselves. */
export const GENERIC = setOf(list.generic)

/** Names of companies that are mostly words at the start of a sentence or in small letters. */
export const ORDINARY = setOf(list.ordinary)

const FIGURES =
  'revenues?|turnover|net (?:income|loss|sales|profit|debt|assets)|sales|earnings|eps|ebit(?:da)?|' +
  'profits?|profitability|profitable|losses|margins?|dividends?|shares outstanding|buybacks?|' +
  'repurchases?|cash flows?|cash|capex|capital expenditures?|debts?|borrowings?|assets|liabilities|' +
  'equity|goodwill|inventor(?:y|ies)|receivables?|payables?|income tax(?:es)?|deposits|' +
  'operating (?:income|expenses?|costs?|profit)|cost of (?:revenue|sales|goods)|gross profit|' +
  '(?:net )?interest (?:income|expense)|r ?& ?d|research and development|sg ?& ?a|employees|headcount'

/** Words for figures in statements. A question with none of them asks for a company's words. */
export const FIGURE_WORD = new RegExp(`\\b(?:${FIGURES})\\b`, 'i')

/** In a question with one of these words, a company's name means the company. */
export const FINANCE_WORD = new RegExp(
  `\\b(?:${FIGURES}|tax(?:es)?|loss|earn(?:s|ed)?|gr[eo]w(?:s|n|th)?|(?:lose|lost|make|made) money|10-?[kq]s?|20-?f|40-?f|8-?k|annual reports?|filings?|filed|edgar|sec|shares?|` +
    'stocks?|shareholders?|stockholders?|balance sheet|income statement|' +
    'fiscal(?: year| quarter)?|fy ?\\d{2,4}|q[1-4]|quarter(?:ly)?|guidance|' +
    'market cap(?:italization)?|valuation|ticker|investors?|risk factors|financials?|' +
    'restate(?:d|ments?))\\b',
  'i',
)
