import { isFreshness } from '@footnote/contract/freshness'

export interface FreshnessWindow {
  readonly publishedFrom: string
  readonly publishedTo: string
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 366 }
const DAY_MS = 86_400_000

/** The days that `freshness` allows, both ends included. */
export function freshnessWindow(freshness: string, { now }: { now: Date }): FreshnessWindow {
  if (!isFreshness(freshness)) {
    throw new RangeError('freshness must be day, week, month, year or YYYY-MM-DDtoYYYY-MM-DD')
  }
  const days = DAYS[freshness]
  if (days === undefined) {
    const [publishedFrom = '', publishedTo = ''] = freshness.split('to')
    return { publishedFrom, publishedTo }
  }
  // East of Greenwich the next day has begun already.
  return { publishedFrom: dateAfter(now, -days), publishedTo: dateAfter(now, 1) }
}

function dateAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}
