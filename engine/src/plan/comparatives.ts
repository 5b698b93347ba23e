/** A word that compares, and what it compares by when the question names nothing. */
export interface Comparative {
  readonly start: number
  readonly end: number
  readonly direction: 'more' | 'less'
  readonly attribute?: string
}

/** The longer phrases first: "more populous" is not about having more. */
const COMPARATIVES: readonly (readonly [string, Comparative['direction'], string?])[] = [
  ['more densely populated', 'more', 'population density'],
  ['less densely populated', 'less', 'population density'],
  ['more (?:populous|populated)', 'more', 'population'],
  ['less (?:populous|populated)', 'less', 'population'],
  ['more expensive', 'more', 'price'],
  ['less expensive|cheaper', 'less', 'price'],
  ['richer|wealthier', 'more', 'GDP per capita'],
  ['poorer', 'less', 'GDP per capita'],
  ['larger|bigger|greater', 'more', 'area'],
  ['smaller', 'less', 'area'],
  ['older', 'more', 'age'],
  ['younger', 'less', 'age'],
  ['longer', 'more', 'length'],
  ['shorter', 'less', 'length'],
  ['taller', 'more', 'height'],
  ['heavier', 'more', 'weight'],
  ['lighter', 'less', 'weight'],
  ['faster', 'more', 'speed'],
  ['slower', 'less', 'speed'],
  ['deeper', 'more', 'depth'],
  ['higher', 'more', 'height'],
  ['lower', 'less', 'height'],
  ['more', 'more'],
  ['less|fewer', 'less'],
]

/** The word by which a clause compares; undefined when there is none. */
export function findComparative(clause: string): Comparative | undefined {
  for (const [words, direction, attribute] of COMPARATIVES) {
    const found = new RegExp(`\\b(?:${words})\\b`, 'i').exec(clause)
    if (!found) continue
    const { index } = found
    const end = index + found[0].length
    return { start: index, end, direction, ...(attribute !== undefined && { attribute }) }
  }
  return undefined
}
