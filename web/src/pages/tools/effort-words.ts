import type { Effort } from '@footnote/contract/prices'

/** What each effort is for. */
export const EFFORT_WORDS: Readonly<Record<Effort, string>> = {
  lite: 'A quick look at one plain question.',
  standard: 'A report on most questions, while you wait.',
  deep: 'Questions with several parts, checked against more sources.',
  exhaustive: 'Broad topics where missing a source would matter.',
  frontier: 'The hardest questions, as thorough as it gets.',
}

export const FINANCE_WORDS: Readonly<Record<'deep' | 'exhaustive', string>> = {
  deep: 'One company, figure or market, from filings and data.',
  exhaustive: 'Comparisons and longer histories, checked against more filings.',
}
