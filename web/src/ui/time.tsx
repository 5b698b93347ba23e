import { once } from './once.ts'

const day = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }))
const moment = once(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
)
const exact = once(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' }),
)

/** A time in the reader's time zone, with the exact time on hover. */
export function Time({ at, dayOnly = false }: { at: string; dayOnly?: boolean }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={exact().format(date)} className="whitespace-nowrap">
      {(dayOnly ? day() : moment()).format(date)}
    </time>
  )
}
