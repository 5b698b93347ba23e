import table from './metrics.json' with { type: 'json' }

/** A figure that companies report, or that is calculated from reported figures. */
export interface Metric {
  readonly id: string
  /** In a sentence, without capitals: the verifier takes capitalised words for names. */
  readonly name: string
  readonly isPlural?: boolean
  /** Verbs for the amount `{}`, such as "earned {}". Without them, a sentence says that the figure was so much. */
  readonly says?: { readonly gain?: string; readonly loss?: string }
  /**
   * A flow belongs to a stretch of time, and its parts add up. So does a rate, but its parts do not
   * add up (margins, average shares), except for amounts per share. A balance holds at a moment.
   */
  readonly kind: 'flow' | 'rate' | 'balance'
  /** The direction that speaks for a company; absent if neither does. */
  readonly good?: 'up' | 'down'
  /** True if it says how often one amount covers another, so that one is enough. */
  readonly isCover?: boolean
  /** Above it, a quotient says that what it is divided by is next to nothing. */
  readonly mostTelling?: number
  readonly definition: string
  /** A regular expression for its names in questions; a space stands for any space or hyphen. */
  readonly asked: string
  /** The same for its labels in printed statements; absent if those are `asked`. */
  readonly printed?: string
  /** The statement that it is a line of. */
  readonly section?: string
  /** Names in the taxonomies, best first. */
  readonly concepts: readonly string[]
  /** Companies file parts of it under the same concepts as the whole, so that the first may be a part. */
  readonly isTotal?: boolean
  /** Calculations to try if no concept was reported, best first. */
  readonly formulas: readonly Formula[]
  /** A reported value that is less than this share of the first operand off its formula leaves out other revenue. */
  readonly otherShare?: number
  /** Least shares of other metrics, by id: less is only a part of the figure. */
  readonly floors?: Readonly<Record<string, number>>
  /** Lines that add up to it, each with its sign and its id; a company files those of one list or another. */
  readonly movedBy?: readonly (readonly (readonly ['+' | '−', string])[])[]
  /** The ids of the nearest figures, best first, for a company that never reports this one. */
  readonly instead?: readonly string[]
  /** The reason why no filing gives it. */
  readonly lacks?: string
  /** A similar thing that people may count in, and that is not in the figure. */
  readonly leavesOut?: string
}

/** Two metrics, by id, and the operation on them. */
export interface Formula {
  readonly of: readonly [string, '+' | '−' | '÷', string]
  readonly as: 'amount' | 'percent' | 'times' | 'days' | 'per-share'
}

/** A line of a statement, as documents made from filings show it. */
export interface Line {
  readonly section: string
  readonly label: string
}

export interface Concept {
  readonly line: Line
  /** That of the line, unless the concept has one of its own. */
  readonly label: string
  /** Stated on the cover for the day of filing, not for the end of a period. */
  readonly isCover: boolean
}

const SECTIONS = [
  'Income statement',
  'Per share and shares',
  'Balance sheet',
  'Cash flow statement',
  'Company',
]
const ON_COVER = new Set(['dei:EntityCommonStockSharesOutstanding', 'dei:EntityNumberOfEmployees'])

/** Metrics as the table writes them: concepts without a taxonomy are `us-gaap`. */
interface Row extends Omit<Metric, 'concepts' | 'formulas'> {
  /** Lines of the statement by label, each with its concepts. */
  readonly lines?: Readonly<Record<string, readonly string[]>>
  /** Concepts in another order than that of the lines, or of other metrics' lines. */
  readonly concepts?: readonly string[]
  readonly ownLabels?: Readonly<Record<string, string>>
  readonly formulas?: readonly Formula[]
}

const rows = table as unknown as readonly Row[]
const named = (concept: string) => (concept.includes(':') ? concept : `us-gaap:${concept}`)

export const METRICS: readonly Metric[] = rows.map(
  ({
    lines = {},
    concepts = Object.values(lines).flat(),
    formulas = [],
    ownLabels: _,
    ...row
  }) => ({
    ...{ ...row, concepts: concepts.map(named), formulas },
  }),
)

/** By name with its taxonomy, such as `us-gaap:Assets`, in the order of the statements. */
export const CONCEPTS: ReadonlyMap<string, Concept> = new Map(
  SECTIONS.flatMap(section => rows.filter(row => row.section === section)).flatMap(conceptsIn),
)

const byId = new Map(METRICS.map(metric => [metric.id, metric]))
/** Between the ids of a quotient. */
const DIVIDED = ' ÷ '

export function metricOf(id: string): Metric {
  const metric = byId.get(id)
  if (metric) return metric
  const [one, other, as] = id.split(DIVIDED)
  if (!one || !other) throw new Error(`there is no metric ${id}`)
  return quotientOf(metricOf(one), metricOf(other), as === 'times' ? as : 'percent')
}

/** The metrics that tell most about one that a company never reports, best first. */
export function standInsFor({ instead = [] }: Metric): readonly Metric[] {
  return instead.map(metricOf).flatMap(metric => [metric, ...standInsFor(metric)])
}

/** One metric as a share or a multiple of another: the one that has a name of its own, or else a new one. */
export function quotientOf(one: Metric, other: Metric, as: 'percent' | 'times'): Metric {
  const known = METRICS.find(({ formulas: [formula] }) => {
    const [part, sign, whole] = formula?.of ?? []
    return sign === '÷' && part === one.id && whole === other.id && formula?.as === as
  })
  const id = [one.id, other.id, as].join(DIVIDED)
  const made = known ?? byId.get(id)
  if (made) return made
  const name =
    as === 'percent'
      ? `${one.name} as a share of ${other.name}`
      : `ratio of ${one.name} to ${other.name}`
  const isBalance = one.kind === 'balance' && other.kind === 'balance'
  const metric: Metric = {
    ...(one.isPlural && as === 'percent' && { isPlural: true }),
    ...{ id, name, kind: isBalance ? 'balance' : 'rate', definition: '', asked: '', concepts: [] },
    formulas: [{ of: [one.id, '÷', other.id], as }],
    instead: [
      ...(other.instead ?? []).map(near => [one.id, near, as].join(DIVIDED)),
      ...(one.instead ?? []).map(near => [near, other.id, as].join(DIVIDED)),
    ],
  }
  byId.set(id, metric)
  return metric
}

/** Returns whether the metric is a margin, a ratio or the like, or would need a market price. */
export function isQuotient({ concepts, formulas }: Metric): boolean {
  return concepts.length === 0 && formulas.every(({ as }) => as !== 'amount')
}

function conceptsIn({ section = '', lines = {}, ownLabels = {} }: Row): [string, Concept][] {
  return Object.entries(lines).flatMap(([label, concepts]) => {
    const line = { section, label }
    return concepts.map((concept): [string, Concept] => {
      const name = named(concept)
      return [name, { line, label: ownLabels[concept] ?? label, isCover: ON_COVER.has(name) }]
    })
  })
}

/** Concepts of the metric and of everything that it may be calculated from. */
export function conceptsOf({ concepts, formulas, instead, floors }: Metric): readonly string[] {
  const operands = formulas.flatMap(({ of: [left, , right] }) => [metricOf(left), metricOf(right)])
  operands.push(...[...(instead ?? []), ...Object.keys(floors ?? {})].map(metricOf))
  return [...new Set([...concepts, ...operands.flatMap(conceptsOf)])]
}
