import { once } from '../ui/once.ts'

/** The date of a page, with its age on hover. */
export function PageAge({ pageAge }: { pageAge: string }) {
  const { text, day, dateTime } = ageText(pageAge, new Date())
  if (dateTime === undefined) return <bdi>{text}</bdi>
  return (
    <time dateTime={dateTime} title={day === undefined ? undefined : text}>
      {day ?? text}
    </time>
  )
}

const words = once(() => new Intl.RelativeTimeFormat('en-GB'))
const dayFormat = once(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
)
const DAY_MS = 86_400_000
const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/
const SPANS = [
  { unit: 'year', from: 365, days: 365 },
  { unit: 'month', from: 31, days: 30.5 },
  { unit: 'week', from: 14, days: 7 },
  { unit: 'day', from: 1, days: 1 },
] as const

interface Age {
  readonly text: string
  /** The date, if the text is relative to it. */
  readonly day?: string
  readonly dateTime?: string
}

/** Formats a date without a time. */
export function dayText(day: string): string {
  return dayFormat().format(Date.parse(day))
}

/** Describes a page's age; text that is not a date is kept as it is. */
export function ageText(pageAge: string, now: Date): Age {
  const dateTime = ISO_DAY.exec(pageAge)?.[0]
  const at = dateTime === undefined ? Number.NaN : Date.parse(dateTime)
  if (dateTime === undefined || Number.isNaN(at)) return { text: pageAge }
  const day = dayText(dateTime)
  // A page's date has no time zone, so it may be a day ahead.
  const days = Math.floor((now.getTime() - at) / DAY_MS)
  if (days < -1) return { text: day, dateTime }
  const span = SPANS.find(each => days >= each.from)
  const text = span ? words().format(-Math.floor(days / span.days), span.unit) : 'today'
  return { text, day, dateTime }
}
