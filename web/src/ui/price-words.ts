import type { Price } from '@footnote/contract/prices'

/** The purpose of each call, by price id. */
const PURPOSES: Readonly<Record<string, string>> = {
  answer: 'A short answer with the passages that support it.',
  'research lite': 'A quick summary: a few sentences with sources.',
  'research standard': 'The default: a report, or JSON that matches your schema.',
  'research deep': 'Breaks the question down and follows up on gaps.',
  'research exhaustive': 'More rounds and more sources, for when nothing may be missed.',
  'research frontier': 'The most thorough research, for your hardest questions.',
  'finance_research deep': 'Figures that companies and economies report, calculated and cited.',
  'finance_research exhaustive': 'The same, with more rounds and more sources.',
}

/** Unique id of a price. */
export function priceId({ tool, effort }: Pick<Price, 'tool' | 'effort'>): string {
  return effort === null ? tool : `${tool} ${effort}`
}

export function purposeOf(price: Pick<Price, 'tool' | 'effort'>): string {
  return PURPOSES[priceId(price)] ?? ''
}
