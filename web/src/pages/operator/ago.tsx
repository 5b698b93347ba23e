import { agoText } from '../../ui/ago-text.ts'

const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** How long ago something was, with the exact time on hover. */
export function Ago({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={EXACT.format(date)} className="whitespace-nowrap">
      {agoText(date, new Date())}
    </time>
  )
}
