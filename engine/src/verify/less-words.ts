import { baseOf } from './base-of.ts'

/** Words of those who write a loss as a number above zero. */
const LESS =
  /\b(?:loss(?:es)?|lost|negative|decreas\w+|declin\w+|fell|falls?|fallen|drop\w*|down|deficit|decrement|outflow|shr[aiu]nk|minus|below zero|lower)\b/i
const OTHERS: Readonly<Record<string, RegExp>> = {
  de: /verlust|minus|negativ|rückgang|sank|gesunken|fiel|gefallen|defizit|unter null|weniger/i,
  fr: /perte|négati|baiss|recul|déficit|moins|chut/i,
  es: /pérdida|negativ|caída|cay|descen|déficit|menos|bajo cero|disminu/i,
}

/** Whether a text says that it is less than nothing or than before; true where nobody can tell. */
export function saysLess(text: string, language = 'en'): boolean {
  const base = baseOf(language)
  return base === 'en' ? LESS.test(text) : (OTHERS[base]?.test(text) ?? true)
}
