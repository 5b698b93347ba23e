const SHORT = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const LONG = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/** A UTC day for the axis, such as `3 Jul`. */
export function shortDay(day: string): string {
  return SHORT.format(new Date(`${day}T00:00:00Z`))
}

export function longDay(day: string): string {
  return LONG.format(new Date(`${day}T00:00:00Z`))
}
