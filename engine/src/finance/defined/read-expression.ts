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
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'known'; readonly expression: Expression }

const WORDS: readonly (readonly [pattern: RegExp, token: Token | undefined])[] = [
  [/^(?:divided by|over|÷|\/)/, { kind: 'sign', sign: '÷' }],
  [/^(?:multiplied by|times|[*×])/, { kind: 'sign', sign: '×' }],
  [/^(?:plus|\+)/, { kind: 'sign', sign: '+' }],
  [/^(?:minus|less|[-−–])/, { kind: 'sign', sign: '−' }],
  [/^\(/, { kind: 'open' }],
  [/^[)\]]/, { kind: 'close' }],
  [/^(?:average|avg\.?|mean)\b/, { kind: 'average' }],
  [/^(?:change|increase) (?:in|of)\b/, { kind: 'change' }],
  // Words that change nothing about the figure.
  [
    /^(?:the|of|total|net|gross|its|their|for|in|at|as|year[- ]end|end of|ending|value|values|amount|amounts|balance|reported|unadjusted|company'?s?|between|from|and|to|through|fiscal|year|years|same|period|[,;:[])(?![\p{L}])/u,
    undefined,
  ],
]
const YEAR = /^(?:fy|fiscal year|fiscal)?\s?((?:19|20)\d{2})\b/
const NUMBER = /^\d+(?:\.\d+)?%?/
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

function tokensOf(
  text: string,
  names: ReadonlyMap<string, Expression>,
): readonly Token[] | undefined {
  const metrics = namedIn(text, []).filter(({ metrics: [metric] }) => metric)
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const blank = /^\s+/.exec(rest)
    if (blank) {
      at += blank[0].length
      continue
    }
    const name = [...names.keys()].find(
      one => rest.startsWith(one) && !/^\p{L}/u.test(rest.slice(one.length)),
    )
    const defined = name === undefined ? undefined : names.get(name)
    if (name !== undefined && defined) {
      tokens.push({ kind: 'known', expression: defined })
      at += name.length
      continue
    }
    const mention = metrics.find(({ start }) => start === at)
    const [metric] = mention?.metrics ?? []
    if (mention && metric) {
      tokens.push({ kind: 'known', expression: { kind: 'metric', metric } })
      at = mention.end
      continue
    }
    const read = readToken(rest)
    if (!read) return undefined
    if (read.token) tokens.push(read.token)
    at += read.length
  }
  return tokens
}

function readToken(rest: string): { token?: Token; length: number } | undefined {
  const year = YEAR.exec(rest)
  if (year) return { token: { kind: 'year', year: Number(year[1]) }, length: year[0].length }
  const number = NUMBER.exec(rest)
  if (number) {
    return {
      token: { kind: 'number', value: number[0].replace('%', '') },
      length: number[0].length,
    }
  }
  for (const [pattern, token] of WORDS) {
    const found = pattern.exec(rest)
    if (found) return { ...(token && { token }), length: found[0].length }
  }
  return undefined
}

interface Reading {
  readonly tokens: readonly Token[]
  at: number
}

function readSum(reading: Reading): Expression | undefined {
  return readChain(reading, ['+', '−'], readProduct)
}

function readProduct(reading: Reading): Expression | undefined {
  return readChain(reading, ['×', '÷'], readOperand)
}

function readChain(
  reading: Reading,
  signs: readonly Sign[],
  readNext: (reading: Reading) => Expression | undefined,
): Expression | undefined {
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
  const token = reading.tokens[reading.at]
  reading.at += 1
  switch (token?.kind) {
    case 'number':
      return token
    case 'open': {
      const inner = readSum(reading)
      const close = reading.tokens[reading.at]
      reading.at += 1
      return close?.kind === 'close' ? ofYear(inner, takeYears(reading)) : undefined
    }
    case 'average':
    case 'change': {
      const of = readOperand(reading)
      return (
        of && { kind: token.kind, of: yearless(of), years: [...yearsOf(of), ...takeYears(reading)] }
      )
    }
    case 'known':
      return ofYear(token.expression, [...before, ...takeYears(reading)])
    default:
      return undefined
  }
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
function ofYear(
  expression: Expression | undefined,
  years: readonly number[],
): Expression | undefined {
  const [year, ...others] = years
  if (year === undefined || expression?.kind !== 'metric') return expression
  if (others.length > 0) return { kind: 'average', of: expression, years }
  return { ...expression, year }
}

function yearless(expression: Expression): Expression {
  if (expression.kind === 'average' && expression.years.length > 0) return expression.of
  if (expression.kind !== 'metric') return expression
  const { kind, metric } = expression
  return { kind, metric }
}

function yearsOf(expression: Expression): readonly number[] {
  if (expression.kind === 'average') return expression.years
  return expression.kind === 'metric' && expression.year !== undefined ? [expression.year] : []
}
