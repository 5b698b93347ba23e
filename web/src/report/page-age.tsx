import { ageText } from './age-text.ts'

/** The age of a page, with its date beside it or on hover. */
export function PageAge({ pageAge, withDay = false }: { pageAge: string; withDay?: boolean }) {
  const { text, day, dateTime } = ageText(pageAge, new Date())
  if (dateTime === undefined) return <bdi>{text}</bdi>
  return (
    <time dateTime={dateTime} title={day}>
      {text}
      {withDay && day !== undefined && ` (${day})`}
    </time>
  )
}
