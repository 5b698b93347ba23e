export const FRESHNESS_WORDS = ['day', 'week', 'month', 'year'] as const

const RANGE = /^(\d{4}-\d{2}-\d{2})to(\d{4}-\d{2}-\d{2})$/

/** A word, or `<start_date>to<end_date>` with real calendar dates in order. */
export function isFreshness(text: string): boolean {
  if (FRESHNESS_WORDS.some(word => word === text)) return true
  const [, start, end] = RANGE.exec(text) ?? []
  if (start === undefined || end === undefined) return false
  return isCalendarDate(start) && isCalendarDate(end) && start <= end
}

function isCalendarDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  // 30 February parses as 1 March: only a real date survives the round trip.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
