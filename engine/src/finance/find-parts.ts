import type { Company, FiscalPeriod } from '../search/company-fact.ts'
import { add, subtract } from '../tables/rational.ts'
import type { FactBook, Part } from './fact-book.ts'
import { derivedAmount, type Figure, type Measured, quotedFigure } from './figure.ts'
import { sayStretch } from './say-period.ts'

/** One concept of one company. */
export interface FactSource {
  readonly book: FactBook
  readonly company: Company
  readonly concept: string
  readonly metric: Measured
}

/** What a stretch is put together from, the better way first: the first part, then what joins or leaves. */
const WAYS: Readonly<Partial<Record<Part, readonly (readonly [Part, '+' | '−', ...Part[]])[]>>> = {
  year: [
    ['nine-months', '+', 'Q4'],
    ['Q1', '+', 'Q2', 'Q3', 'Q4'],
  ],
  Q4: [
    ['year', '−', 'nine-months'],
    ['year', '−', 'Q1', 'Q2', 'Q3'],
  ],
  Q3: [['nine-months', '−', 'half']],
  Q2: [['half', '−', 'Q1']],
  half: [['Q1', '+', 'Q2']],
  'nine-months': [
    ['half', '+', 'Q3'],
    ['Q1', '+', 'Q2', 'Q3'],
  ],
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** A flow of a stretch that was not reported by itself, from stretches that were. */
export function findParts(
  { book, company, concept, metric }: FactSource,
  { year, part }: { readonly year: number; readonly part: Part },
): Figure | undefined {
  for (const [first, sign, ...others] of WAYS[part] ?? []) {
    const found = [first, ...others].map(one => {
      const reported = book.find({ company, concept, year, part: one, isMoment: false })
      return reported && quotedFigure(metric, reported)
    })
    const [from, ...rest] = found
    if (!from || !rest.every(one => one !== undefined)) continue
    const stretch = stretchOf(sign, [from, ...rest])
    if (!stretch || rest.some(one => one.unit !== from.unit)) continue
    const apply = sign === '+' ? add : subtract
    return derivedAmount([from, ...rest], {
      metric,
      period: { ...stretch, fiscalYear: year, part },
      value: rest.map(one => one.value).reduce(apply, from.value),
      derivation: [from, ...rest].map(nameStretch).join(` ${sign} `),
    })
  }
  return undefined
}

export function nameStretch({ text, period }: Figure): string {
  return `${text} for ${sayStretch(period)}`
}

/** What is covered, if the parts follow each other without a gap. */
function stretchOf(
  sign: '+' | '−',
  [from, ...rest]: readonly [Figure, ...Figure[]],
): Pick<FiscalPeriod, 'start' | 'end'> | undefined {
  const { start, end } = from.period
  if (start === undefined) return undefined
  let next = sign === '+' ? dayAfter(end) : start
  for (const { period } of rest) {
    if (period.start !== next) return undefined
    next = dayAfter(period.end)
  }
  if (sign === '−') return next <= end ? { start: next, end } : undefined
  return { start, end: rest.at(-1)?.period.end ?? end }
}

export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)
}
