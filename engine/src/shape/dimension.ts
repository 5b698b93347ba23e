import type { Span } from '../text/span.ts'
import { words } from '../text/words.ts'
import { measuresAfter } from '../verify/measures.ts'
import { withoutMeasures } from './property-words.ts'

/** What a number is a measure of. */
export type Dimension = 'length' | 'area' | 'volume' | 'mass' | 'time' | 'money' | 'share' | 'count'

const LONGEST_UNIT = 40
const OF_MEASURES: readonly (readonly [Dimension, string])[] = [
  ['length', 'kilometre,metre,centimetre,millimetre,mile,nautical,foot,inch,yard'],
  ['area', 'square kilometre,square metre,square mile,square foot,hectare,acre'],
  ['volume', 'cubic metre,litre,gallon,barrel'],
  ['mass', 'kilogram,gram,tonne,pound,ounce'],
  ['time', 'second,minute,hour,day,week,month,year,decade'],
  ['money', 'usd,eur,gbp,yen,yuan,rupee,franc'],
  ['share', 'percent,points,basis'],
]
const byMeasure = new Map(
  OF_MEASURES.flatMap(([dimension, measures]) =>
    measures.split(',').map(measure => [measure, dimension] as const),
  ),
)
/** Nouns that can be measured in one way only, singular. */
const OF_NOUNS: readonly (readonly [Dimension, string])[] = [
  ['length', 'depth height length width elevation altitude distance diameter radius thickness'],
  ['area', 'area'],
  ['mass', 'weight mass'],
  ['time', 'age duration'],
  ['money', 'price salary revenue'],
  ['count', 'population employee inhabitant resident member student headcount staff'],
]
const byNoun = new Map(
  OF_NOUNS.flatMap(([dimension, nouns]) =>
    words(nouns).map(({ stem }) => [stem, dimension] as const),
  ),
)

/** What a property's name in words says that its number measures: "depth" of "depth of the lake". */
export function dimensionOf(name: string): Dimension | undefined {
  const [head = ''] = withoutMeasures(name).split(/ (?:of|in|for|at|per) /)
  return byNoun.get(words(head).at(-1)?.stem ?? '')
}

/** What a number in a text is counted in, where that is said beside it. */
export function dimensionsAt(text: string, { start, end }: Span): ReadonlySet<Dimension> {
  const written = text.slice(start, end)
  const beside = measuresAfter(text.slice(end, end + LONGEST_UNIT))
  return new Set([
    ...[...beside].flatMap(measure => byMeasure.get(measure) ?? []),
    ...(/[$€£¥₹]/.test(written) ? (['money'] as const) : []),
    ...(/%|\bper ?cent/i.test(written) ? (['share'] as const) : []),
  ])
}

/** Whether something is never measured in what a number is counted in. */
export function clashes(wanted: Dimension | undefined, own: ReadonlySet<Dimension>): boolean {
  if (wanted === undefined || own.size === 0 || own.has(wanted)) return false
  // What something costs or earns may be told as a share of something else.
  return wanted !== 'money' || !own.has('share')
}
