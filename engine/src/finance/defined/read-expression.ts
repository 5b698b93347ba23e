import type { Metric } from '../metrics.ts'
import { namedIn } from '../question/find-metrics.ts'

/** A calculation as a question spells it out. */
export type Expression =
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'metric'; readonly metric: Metric; readonly year?: number }
  | {
      readonly kind: 'average' | 'change'
      readonly of: Expression
      readonly years: readonly number[]
    }
  | {
      readonly kind: 'operation'
      readonly sign: Sign
      readonly left: Expression
      readonly right: Expression
    }

export type Sign = '+' | '−' | '×' | '÷'

type Token =
  | { readonly kind: 'sign'; readonly sign: Sign }
  | { readonly kind: 'open' | 'close' | 'average' | 'change' }
  | { readonly kind: 'year'; readonly year: number }
  | { readonly kind: 'known'; readonly expression: Expression }

/** Tokens by the pattern at the start of a text; none for words that change nothing about the figure. */
const WORDS: readonly (readonly [RegExp, (found: RegExpExecArray) => Token | undefined])[] = [
  [/^\s+/, () => undefined],
  [
    /^(?:fy|fiscal year|fiscal)?\s?((?:19|20)\d{2})\b/,
    ([, year]) => ({ kind: 'year', year: Number(year) }),
  ],
  [
    /^(\d+(?:\.\d+)?)%?/,
    ([, value = '']) => ({ kind: 'known', expression: { kind: 'number', value } }),
  ],
  [/^(?:divided by|over|÷|\/)/, () => ({ kind: 'sign', sign: '÷' })],
  [/^(?:multiplied by|times|[*×])/, () => ({ kind: 'sign', sign: '×' })],
  [/^(?:plus|\+)/, () => ({ kind: 'sign', sign: '+' })],
  [/^(?:minus|less|[-−–])/, () => ({ kind: 'sign', sign: '−' })],
  [/^\(/, () => ({ kind: 'open' })],
  [/^[)\]]/, () => ({ kind: 'close' })],
  [/^(?:average|avg\.?|mean)\b/, () => ({ kind: 'average' })],
  [/^(?:change|increase) (?:in|of)\b/, () => ({ kind: 'change' })],
  [
    /^(?:the|of|total|net|gross|its|their|for|in|at|as|year[- ]end|end of|ending|value|values|amount|amounts|balance|reported|unadjusted|company'?s?|between|from|and|to|through|fiscal|year|years|same|period|[,;:[])(?![\p{L}])/u,
    () => undefined,
  ],
]
const MOST_CHARACTERS = 600
const MOST_TOKENS = 80

/** Reads a calculation; undefined if any word of it is not understood. */
export function readExpression(
  text: string,
  names: ReadonlyMap<string, Expression> = new Map(),
): Expression | undefined {
  const tokens = tokensOf(text.toLowerCase().slice(0, MOST_CHARACTERS), names)
  if (!tokens || tokens.length > MOST_TOKENS) return undefined
  const reading = { tokens, at: 0 }
  const expression = readSum(reading)
  return reading.at === tokens.length ? expression : undefined
}

function tokensOf(text: string, names: ReadonlyMap<string, Expression>): Token[] | undefined {
  const metrics = namedIn(text, []).flatMap(({ start, end, metrics: [metric] }) =>
    metric ? [{ start, end, expression: { kind: 'metric', metric } as const }] : [],
  )
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at)
    const named = [...names].find(
      ([name]) => rest.startsWith(name) && !/^\p{L}/u.test(rest.slice(name.length)),
    )
    const metric = metrics.find(({ start }) => start === at)
    const expression = named?.[1] ?? metric?.expression
    if (expression) {
      tokens.push({ kind: 'known', expression })
      at = named ? at + named[0].length : (metric?.end ?? text.length)
      continue
    }
    const word = WORDS.find(([pattern]) => pattern.test(rest))
    const found = word?.[0].exec(rest)
    if (!word || !found) return undefined
    const token = word[1](found)
    if (token) tokens.push(token)
    at += found[0].length
  }
  return tokens
}

interface Reading {
  readonly tokens: readonly Token[]
  at: number
}

type Read = (reading: Reading) => Expression | undefined

const readSum: Read = reading => readChain(reading, ['+', '−'], readProduct)
const readProduct: Read = reading => readChain(reading, ['×', '÷'], readOperand)

function readChain(reading: Reading, signs: readonly Sign[], readNext: Read): ReturnType<Read> {
  let left = readNext(reading)
  for (;;) {
    const token = reading.tokens[reading.at]
    if (!left || token?.kind !== 'sign' || !signs.includes(token.sign)) return left
    reading.at += 1
    const right = readNext(reading)
    if (!right) return undefined
    left = { kind: 'operation', sign: token.sign, left, right }
  }
}

function readOperand(reading: Reading): Expression | undefined {
  const before = takeYears(reading)
  const token = reading.tokens[reading.at++]
  if (token?.kind === 'known') return ofYears(token.expression, [...before, ...takeYears(reading)])
  if (token?.kind === 'open') {
    const inner = readSum(reading)
    if (reading.tokens[reading.at++]?.kind !== 'close') return undefined
    return inner && ofYears(inner, takeYears(reading))
  }
  if (token?.kind !== 'average' && token?.kind !== 'change') return undefined
  const of = readOperand(reading)
  if (!of) return undefined
  // The years of a metric are those of the average or change around it.
  const years = of.kind === 'average' ? of.years : of.kind === 'metric' && of.year ? [of.year] : []
  const bare =
    of.kind === 'average' && years.length > 0
      ? of.of
      : of.kind === 'metric'
        ? { kind: of.kind, metric: of.metric }
        : of
  return { kind: token.kind, of: bare, years: [...years, ...takeYears(reading)] }
}

function takeYears(reading: Reading): number[] {
  const years: number[] = []
  for (;;) {
    const token = reading.tokens[reading.at]
    if (token?.kind !== 'year') return years
    years.push(token.year)
    reading.at += 1
  }
}

/** A metric with two years is left for the average or change around it. */
function ofYears(expression: Expression, years: readonly number[]): Expression {
  const [year, ...others] = years
  if (year === undefined || expression.kind !== 'metric') return expression
  return others.length > 0 ? { kind: 'average', of: expression, years } : { ...expression, year }
}
