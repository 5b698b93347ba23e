const WORDS = new Intl.RelativeTimeFormat('en-GB')
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const DAY_MS = 86_400_000
const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/
const SPANS = [
  { unit: 'year', from: 365, days: 365 },
  { unit: 'month', from: 31, days: 30.5 },
  { unit: 'week', from: 14, days: 7 },
  { unit: 'day', from: 1, days: 1 },
] as const

export interface Age {
  readonly text: string
  /** The day itself, where it is one. */
  readonly day?: string
  readonly dateTime?: string
}

/** How old a page is, from what the search says of it; what is no date stays as it was worded. */
export function ageText(pageAge: string, now: Date): Age {
  const dateTime = ISO_DAY.exec(pageAge)?.[0]
  const at = dateTime === undefined ? Number.NaN : Date.parse(dateTime)
  if (dateTime === undefined || Number.isNaN(at)) return { text: pageAge }
  const day = DAY.format(at)
  // The day is the page's own and has no time zone: today's may be tomorrow's there.
  const days = Math.floor((now.getTime() - at) / DAY_MS)
  if (days < -1) return { text: day, dateTime }
  const span = SPANS.find(each => days >= each.from)
  const text = span ? WORDS.format(-Math.floor(days / span.days), span.unit) : 'today'
  return { text, day, dateTime }
}
