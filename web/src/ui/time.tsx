const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** A time in the reader's time zone, with the exact time on hover. */
export function Time({ at, dayOnly = false }: { at: string; dayOnly?: boolean }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={EXACT.format(date)} className="whitespace-nowrap">
      {(dayOnly ? DAY : MOMENT).format(date)}
    </time>
  )
}
