const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** A company's facts repeat some hundred dates many thousand times. */
const known = new Map<string, number | undefined>()
const MOST_KNOWN = 20_000

/** Converts a date to a count of days, for measuring periods; undefined if it is not a date. */
export function dayOf(date: unknown): number | undefined {
  if (typeof date !== 'string' || !DATE.test(date)) return undefined
  if (known.has(date)) return known.get(date)
  const ms = Date.parse(`${date}T00:00:00Z`)
  // The thirtieth of February is read as a day of March.
  const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)
  const day = isReal ? ms / DAY_MS : undefined
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(date, day)
  return day
}

export function yearOfDay(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear()
}

/** The same month and day of another year; the last of February stands for its leap day. */
export function inYear(day: number, year: number): number {
  const date = new Date(day * DAY_MS)
  const [month, dayOfMonth] = [date.getUTCMonth(), date.getUTCDate()]
  return Math.min(Date.UTC(year, month, dayOfMonth), Date.UTC(year, month + 1, 0)) / DAY_MS
}
