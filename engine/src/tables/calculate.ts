import { add, divide, type Rational, rational, round, subtract } from './rational.ts'
import type { Comparison } from './read-question.ts'
import { SCALE_FACTORS, type Scale, type TableAnswer, type TableCell } from './table.ts'

type Numbers = readonly Rational[]

interface Calculation {
  readonly of: (numbers: Numbers) => Rational | undefined
  /** The derivation, with the figures as they were read. */
  readonly say: (figures: readonly string[]) => string
}

const ZERO = rational('0')
const quotient = ([one = ZERO, other = ZERO]: Numbers) => divide(one, other)
const total = (numbers: Numbers) => numbers.reduce(add, ZERO)
const change = ([one = ZERO, other = ZERO]: Numbers) => subtract(one, other)
const percent = (part: Rational | undefined) => part && { ...part, over: part.over * 100n }

const CALCULATIONS = {
  difference: { of: change, say: ([one, other]) => `${one} − ${other}` },
  'percent-change': {
    of: ([one = ZERO, other = ZERO]) => percent(quotient([change([one, other]), other])),
    say: ([one, other]) => `(${one} − ${other}) / ${other}`,
  },
  ratio: { of: quotient, say: ([one, other]) => `${one} / ${other}` },
  share: { of: numbers => percent(quotient(numbers)), say: ([one, other]) => `${one} / ${other}` },
  sum: { of: total, say: figures => figures.join(' + ') },
  average: {
    of: numbers => divide(total(numbers), rational(String(numbers.length))),
    say: figures => `(${figures.join(' + ')}) / ${figures.length}`,
  },
} satisfies Readonly<Record<string, Calculation>>

const DECIMALS = 2
/** Longer sums are not written out. */
const MOST_WRITTEN = 12

/** Calculates with the numbers of two or more cells; undefined if one has none, or for a division by zero. */
export function calculate(
  calculated: keyof typeof CALCULATIONS,
  cells: readonly TableCell[],
  rest: Pick<TableAnswer, 'confidence' | 'among'>,
): TableAnswer | undefined {
  const { of, say }: Calculation = CALCULATIONS[calculated]
  const isComplete = cells.length > 1 && cells.every(({ number }) => number)
  const result = isComplete && of(cells.map(({ number }) => rational(number?.digits ?? '0')))
  if (!result) return undefined
  const [first] = cells
  const isPercent = calculated === 'percent-change' || calculated === 'share'
  const isScaled = !isPercent && calculated !== 'ratio'
  return {
    kind: 'calculation',
    values: [],
    number: round(result, DECIMALS),
    decimals: DECIMALS,
    calculated,
    ...(cells.length <= MOST_WRITTEN && { operation: say(cells.map(shown)) }),
    inputs: cells,
    scale: isPercent ? 'percent' : isScaled ? (first?.scale ?? '') : '',
    ...(isScaled && first?.unit && { unit: first.unit }),
    ...rest,
  }
}

/** Puts the larger of two amounts first, to subtract the other; gains and losses keep their signs. */
export function largerFirst(cells: readonly TableCell[]): readonly TableCell[] {
  const [one = 0, other = 0] = cells.map(({ number }) => number?.value)
  return one >= 0 && one < other ? cells.toReversed() : cells
}

function shown({ number }: TableCell): string {
  const [whole = '', rest] = (number?.digits ?? '0').replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  const written = rest === undefined ? grouped : `${grouped}.${rest}`
  return number?.digits.startsWith('-') ? `(−${written})` : written
}

/** The candidates in the place asked for, or all beyond a bound. */
export function choose<One extends { readonly value: number; readonly scale: Scale }>(
  { kind, rank, threshold, thresholdScale }: Comparison,
  candidates: readonly One[],
): readonly One[] {
  const sign = kind === 'most' ? -1 : 1
  const best = candidates.toSorted((a, b) => (a.value - b.value) * sign)[rank - 1]?.value
  return candidates.filter(({ value, scale }) => {
    if (threshold === undefined) return value === best
    // A bound is in the table's scale unless both name one.
    const areScaled = thresholdScale !== 1 && SCALE_FACTORS[scale] !== 1
    const bound = areScaled ? (threshold * thresholdScale) / SCALE_FACTORS[scale] : threshold
    return kind === 'above' ? value > bound : value < bound
  })
}

/** The number of the values of an answer, and which they are. */
export function count(answer: TableAnswer): TableAnswer {
  const { values, figures } = answer
  const names = values.map(({ text }, at) => [text, figures?.[at]?.text].filter(Boolean).join(': '))
  const isListed = names.length > 0 && names.length <= MOST_WRITTEN
  return {
    ...answer,
    kind: 'count',
    number: values.length,
    scale: '',
    decimals: 0,
    ...(isListed && { operation: names.join(', ') }),
  }
}
