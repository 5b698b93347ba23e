/**
 * Scores TAT-QA by the rules of the set's own script: exact match and F1 of an answer with its scale.
 * One difference is known: Python rounds a tie to the even digit, JavaScript away from zero. Gold
 * answers have at most two decimals, so no score changes.
 */
export interface GoldAnswer {
  readonly answer: number | string | readonly (number | string)[]
  readonly answer_type: string
  readonly scale: string
}

export interface GivenAnswer {
  readonly answer: readonly string[]
  readonly scale: string
}

export interface Score {
  readonly exactMatch: number
  readonly f1: number
}

const NOTHING: Score = { exactMatch: 0, f1: 0 }

export function scoreAnswer(gold: GoldAnswer, given: GivenAnswer | undefined): Score {
  const wanted = goldStrings(gold)
  if (!given || given.answer.length === 0 || wanted.length === 0) return NOTHING
  const truth = normalize(answerString(wanted, gold.scale))
  const candidates = [answerString(given.answer, given.scale), ...asFraction(given)]
  const best = candidates
    .map(candidate => compare(normalize(candidate), truth))
    .reduce((a, b) => (b.exactMatch > a.exactMatch || b.f1 > a.f1 ? b : a))
  // A number is right or wrong: half of its digits are worth nothing.
  const isNumber = gold.answer_type === 'arithmetic' || gold.answer_type === 'count'
  return isNumber ? { exactMatch: best.exactMatch, f1: best.exactMatch } : best
}

function goldStrings({ answer, answer_type }: GoldAnswer): string[] {
  if (typeof answer === 'object') return answer.map(String)
  return [answer_type === 'count' ? String(Math.trunc(Number(answer))) : String(answer)]
}

/** Joins all spans of an answer: numbers multiplied by their scale, other text followed by it. */
function answerString(answers: readonly string[], scale: string): string {
  return answers
    .toSorted()
    .map(text => {
      const number = isNumber(text) ? toNumber(text) : undefined
      if (!number) return scale === '' ? text : `${text} ${scale}`
      if (text.includes('%')) return number.value.toFixed(4)
      return (Number(number.value.toFixed(2)) * scaleOf(scale)).toFixed(4)
    })
    .join(' ')
}

/** A fraction without a scale may mean a percentage: 0.2342 is 23.42 percent. */
function asFraction({ answer, scale }: GivenAnswer): string[] {
  const [only = ''] = answer
  if (answer.length !== 1 || scale !== '' || only.includes('%') || !isNumber(only)) return []
  const number = toNumber(only)
  return number ? [number.value.toFixed(4)] : []
}

function compare(given: string, truth: string): Score {
  const givenBag = bag(given)
  const truthBag = bag(truth)
  const shared = truthBag.intersection(givenBag).size
  const precision = givenBag.size === 0 ? 1 : shared / givenBag.size
  const recall = truthBag.size === 0 ? 1 : shared / truthBag.size
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return { exactMatch: given === truth ? 1 : 0, f1: Number(f1.toFixed(2)) }
}

function bag(normalized: string): Set<string> {
  return new Set(normalized.split(/\s+/).filter(token => token !== ''))
}

const PUNCTUATION = /[!-/:-@[-`{-~]/g
const ARTICLES = /\b(?:a|an|the)\b/gu

/** Lower case without punctuation, articles and extra white space; numbers in one form. */
export function normalize(text: string): string {
  return text
    .split(' ')
    .map(token => {
      const lower = token.toLowerCase()
      const bare = isNumber(lower) ? lower : lower.replace(PUNCTUATION, '')
      const number = isNumber(bare) ? toNumber(bare) : undefined
      const plain = number ? number.written : bare
      return plain.replace(ARTICLES, ' ').trim().split(/\s+/).join(' ')
    })
    .filter(part => part !== '')
    .join(' ')
}

const NOT_IN_NUMBERS = /['"\\$€£¥%(),[\]]/g
const FLOAT = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf|infinity)$/i

function isNumber(text: string): boolean {
  const [first, second] = text.replace(NOT_IN_NUMBERS, '').split(/\s+/).filter(Boolean)
  if (first === undefined || !FLOAT.test(first)) return false
  return second === undefined || scaleOf(second) !== 1
}

/** Returns the first number of a text with its sign, percent and scale word. */
function toNumber(text: string): { value: number; written: string } | undefined {
  const digits = /[+-]?\d+(?:\.\d+)?|[+-]?\.\d+/.exec(text.replace(NOT_IN_NUMBERS, ''))?.[0]
  if (digits === undefined || /^[+-]?\./.test(digits)) return undefined
  const word = /[\d.]+\s?[a-z]+/i.exec(text)?.[0] ?? ''
  const sign = /\([\d.\s]+\)/.test(text) ? -1 : 1
  const percent = /[\d.\s]+%/.test(text) ? 0.01 : 1
  const value = Number((Number(digits) * scaleOf(word) * sign * percent).toFixed(4))
  const isWhole = Number.isInteger(value) && !digits.includes('.') && percent === 1
  return { value, written: isWhole ? String(value) : `${value}f` }
}

function scaleOf(word: string): number {
  const lower = word.toLowerCase()
  if (lower.includes('hundred')) return 1e2
  if (lower.includes('thousand')) return 1e3
  if (lower.includes('million')) return 1e6
  if (lower.includes('billion')) return 1e9
  if (lower.includes('percent')) return 0.01
  return 1
}
