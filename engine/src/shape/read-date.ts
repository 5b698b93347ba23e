const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const NAME =
  '(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?'
const DATE = new RegExp(
  [
    '\\b(\\d{4})-(\\d{2})-(\\d{2})\\b',
    `\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${NAME},?\\s+(\\d{4})\\b`,
    `\\b${NAME}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`,
  ].join('|'),
)

/** The first full date of a text as YYYY-MM-DD. */
export function readDate(text: string): string | undefined {
  const found = DATE.exec(text)
  if (!found) return undefined
  const [, year, month, day, day2, name2, year2, name3, day3, year3] = found
  const name = name2 ?? name3
  const number = name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : Number(month)
  const written = [
    (year ?? year2 ?? year3 ?? '').padStart(4, '0'),
    String(number).padStart(2, '0'),
    (day ?? day2 ?? day3 ?? '').padStart(2, '0'),
  ].join('-')
  return isDate(written) ? written : undefined
}

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
