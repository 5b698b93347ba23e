/** The first and the last day of a month such as 2026-11; undefined for anything else. */
export function daysOfMonth(month: string): { from: string; to: string } | undefined {
  const start = /^\d{4}-\d{2}$/.test(month) ? new Date(`${month}-01T00:00:00Z`) : undefined
  if (!start || Number.isNaN(start.getTime())) return undefined
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0))
  return { from: `${month}-01`, to: end.toISOString().slice(0, 10) }
}

/** The months from one time to another, latest first, at most two years of them. */
export function monthsSince(since: string, until: Date): string[] {
  const months: string[] = []
  const oldest = since.slice(0, 7)
  for (let back = 0; back < 24; back += 1) {
    const start = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() - back, 1))
    const month = start.toISOString().slice(0, 7)
    if (month < oldest) break
    months.push(month)
  }
  return months
}
