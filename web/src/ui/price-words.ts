import type { Price } from '@footnote/contract/prices'

/** What each call is for, by tool and effort. */
const PURPOSES: Readonly<Record<string, string>> = {
  answer: 'One question, a short answer with the passages that it rests on.',
  'research lite': 'A quick look: a few sentences with their sources.',
  'research standard': 'The usual choice: a report, or JSON by your own schema.',
  'research deep': 'Takes the question apart and looks again for what is left open.',
  'research exhaustive': 'More rounds and more sources, for what must not be missed.',
  'research frontier': 'The most thorough there is, for the questions that are worth it.',
  'finance_research deep': 'What companies and economies report, calculated and cited.',
  'finance_research exhaustive': 'The same with more rounds and more sources.',
}

/** What a call is known by within a list of them. */
export function priceId({ tool, effort }: Pick<Price, 'tool' | 'effort'>): string {
  return effort === null ? tool : `${tool} ${effort}`
}

export function purposeOf(price: Pick<Price, 'tool' | 'effort'>): string {
  return PURPOSES[priceId(price)] ?? ''
}
