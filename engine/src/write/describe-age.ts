const DAY_MS = 24 * 60 * 60 * 1_000

/** How old something is, as a reader would say it. */
export function describeAge(publishedOn: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(publishedOn)) / DAY_MS)
  if (days < 1) return 'of today'
  if (days < 60) return `${days} ${days === 1 ? 'day' : 'days'} old`
  const months = Math.floor(days / 30.44)
  if (months < 24) return `${months} months old`
  return `${Math.floor(days / 365.25)} years old`
}
