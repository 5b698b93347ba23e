const KEY_FILE = /^(\d{4}-\d{2}-\d{2})\.key$/
/** Counted from the start of a key's day. Texts that it sealed last are deleted a day after that day ends. */
const KEY_LIFE_MS = 48 * 3_600_000

/** Returns the UTC day (YYYY-MM-DD) of the key in a file of this name, or undefined for other files. */
export function dayOfKeyFile(name: string): string | undefined {
  return KEY_FILE.exec(name)?.[1]
}

export function isOldKey(day: string, now: number): boolean {
  return now >= Date.parse(`${day}T00:00:00Z`) + KEY_LIFE_MS
}
