import { detectLanguage } from '../text/detect-language.ts'
import { numbers } from '../text/lex/numbers.ts'

const OFFICE = /\b(?:king|queen|monarch|emperor|vice|chancellor|foreign minister|governor|mayor)\b/i
const OF_OFFICE = /\b(?:president|head of (?:state|government))\b/i
/** By what is asked, what it does not mean: for all questions, a choice of one and figures of US states. */
const NOT_MEANT: readonly (readonly [RegExp, RegExp])[] = [
  [/^/, /^which of (?!the |.*(?: and |\bthem\b))/i],
  // A company makes products; only how much it makes is income.
  [/^\W*what (?:does|do|did) .{1,60} make\W*$/i, /\bnet income\b/i],
  [
    /^(?!.*(?:monarch|king|queen|royal|crown|könig|\broi|reino|\brey|\brei\b|koning|王|君主|ملك))/is,
    /\bmonarch/i,
  ],
  // Of nothing but itself, which no question means.
  [
    /^/,
    /\bfrom (\d{4}) to \1\b|\b(?:the|in) (.{4,}) (?:and|as) (?:the|in) \2(?:\?|$)|\blast \d+ [mb]illion\b/i,
  ],
  [/^/, /^which states? (?!.*(?:senator|representative|headquarter))/i],
  [/\bfounded\b(?!.*(?:head ?quarter|\bhq\b|based|located|seat))/i, /\bheadquarters? of\b/i],
  [/\brichest (?:(?:wo)?man|person|people)\b/i, /\bgdp\b/i],
  [/\b(?:west|east) germany\b|\bsoviet\b/i, /^(?!.*(?:west|east|soviet)).*\bin \d{4}/i],
  [/\bthan\b/i, /\bmember of\b/i],
  [
    /^(?!.*(?:nobel|laur|pri[zcsx]|prem|prêm|prei|prij|贝尔|貝爾|诺奖|諾獎|ノーベル|نوبل))/is,
    /\bNobel\b/,
  ],
  [/\bjoin/i, /\bindependence\b/i],
  // "Who won them?" is not who won several.
  [
    /^(?!.*(?:more|twice|two|several|multiple|mehr|zwei|plus|deux|fois|más|vece|dos|mais|duas|più|due|meer|twee|多|两|兩|複|二|أكثر|مرت))/is,
    /\bmore than one Nobel\b/i,
  ],
  [/\b(?:wom[ae]n|female)\b/i, /^which countr.* nobel laureates/i],
  // An office of a firm is no office of state.
  [/\boffices?\b/i, /^(?!.*(?:president|senat|representative|headquarter|head of|term|congress))/i],
  [/\boutside\b/i, /^(?!.*\b(?:outside|not|apart)\b)/i],
  // The only question of a request, about a time of which nothing is held.
  [
    /^(?!.*(?:,|\band\b)).*\b(?:next (?:decade|month|quarter|year)|year[ -]to[ -]date|ytd|(?:last|this) (?:month|week))\b/is,
    /^(?!.*\b(?:next|to date|month|week)\b)/i,
  ],
]
const LIMITS = /\b(?:above|below|at least|at most|between) (?=\S*\d).*/
const HALF = /\bhal[fb]|\bhälfte|\bmoitié|\bmi?tad|\bmetà|\bmetade|\bhelft|一半|半分|半数|نصف/i
/** Of numbers such as 50k and 100m, whose scale the question writes as a letter. */
const SCALES = [1, 1e3, 1e6, 1e9]

/** Returns whether a plain question may mean what is asked. The model loses offices, limits and the like. */
export function mayMean(plain: string, asked: string): boolean {
  return (
    isOfOffice(plain, asked) &&
    hasItsLimits(plain, asked) &&
    NOT_MEANT.every(([ask, say]) => !ask.test(asked) || !say.test(plain))
  )
}

/** A vice president is no president. */
function isOfOffice(plain: string, asked: string): boolean {
  const [office] = OFFICE.exec(asked) ?? []
  return office === undefined || new RegExp(office, 'i').test(plain) || !OF_OFFICE.test(plain)
}

/** Returns whether each limit of a plain question is a number of the question: "above 50 million". */
function hasItsLimits(plain: string, asked: string): boolean {
  const [limits] = LIMITS.exec(plain) ?? []
  if (limits === undefined) return true
  const given = numbers(asked, detectLanguage(asked)).map(({ value }) => value)
  // "Half a million", "a quarter of a billion".
  const products = given.slice(1).map((value, at) => value * (given[at] ?? 1))
  const sums = given.slice(1).map((value, at) => value + (given[at] ?? 0))
  const all = [
    ...given,
    ...products,
    ...sums,
    ...(limits.includes('%') && HALF.test(asked) ? [50] : []),
  ]
  return numbers(limits).every(({ value }) =>
    all.some(one => SCALES.some(scale => isSame(value, one * scale))),
  )
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.abs(one) * 1e-9
}
