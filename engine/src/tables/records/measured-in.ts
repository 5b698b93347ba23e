import { isUnitLine, MONEY, PERCENT, statedScale } from '../scale.ts'
import type { CitedValue, Scale } from '../table.ts'

/** The unit of a column's numbers, and whether they add up. */
export interface Measured {
  readonly scale: Scale
  /** The place that states the unit. */
  readonly unit?: CitedValue
  /** Rates and prices do not add up; counts do, but not from year to year. */
  readonly adds: 'always' | 'at one time' | 'never'
}

const RATE =
  /\b(?:prices?|rates?|ratio|margin|averages?|avg|mean|median|age|limits?|allowance|scores?|rating|temperature|levels?|index|per|share|yield|speed|density|height|length|width|depth|latitude|longitude|founded|established|built|opened|version|rank)\b/i
const COUNT =
  /\b(?:employees?|headcount|staff|personnel|workforce|ftes?|people|persons|population|inhabitants|customers?|users?|members?|subscribers?|stores?|branches|sites?|offices?|plants?|shares outstanding|balance|inventory|stock|assets|liabilities|equity|debt)\b/i
/** Things counted one by one, whatever scale the line above the table states for amounts. */
const SINGLE =
  /\b(?:number|count|employees?|headcount|staff|personnel|workforce|ftes?|people|persons|population|inhabitants|customers?|users?|members?|subscribers?|stores?|branches|sites?|offices?|plants?|units?|vehicles?|passengers?|patents?|orders?|shares|days|hours)\b/i

/** Reads the unit from the column's header, or else from the line directly above the table. */
export function measuredIn(header: CitedValue, lead: CitedValue | undefined): Measured {
  const { text } = header
  const adds =
    PERCENT.test(text) || RATE.test(text) ? 'never' : COUNT.test(text) ? 'at one time' : 'always'
  if (PERCENT.test(text)) return { scale: 'percent', adds }
  const own = statedScale(text)
  if (own !== '' || MONEY.test(text)) return { scale: own, unit: header, adds }
  const unit = statedAbove(text, lead)
  return unit ? { scale: statedScale(unit.text), unit, adds } : { scale: '', adds }
}

/** Returns the line above a table if it states the unit of amounts with this label. */
function statedAbove(label: string, lead: CitedValue | undefined): CitedValue | undefined {
  const isOfOthers = SINGLE.test(label) || RATE.test(label) || PERCENT.test(label)
  return lead && !isOfOthers && isUnitLine(lead.text) ? lead : undefined
}
