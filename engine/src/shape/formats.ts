import { isDate } from './read-date.ts'

const LONGEST = 2_000
const TIME =
  /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d{1,9})?(?:Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/** The formats that are checked; whatever else a schema names holds for any text. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': text =>
    isDate(text.slice(0, 10)) && /^T$/i.test(text[10] ?? '') && TIME.test(text.slice(11)),
  uri: text => text.length <= LONGEST && /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i.test(text),
  email: text =>
    text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text),
}

export function hasFormat(text: string, format: string): boolean {
  const check = Object.hasOwn(formats, format) ? formats[format] : undefined
  return check?.(text) ?? true
}
