const DEEPEST_INDENTED = 40

/** JSON for people, indented; what is very deep would be more indentation than text. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, null, isDeeperThan(value, DEEPEST_INDENTED) ? 0 : 2)
  } catch {
    return 'This is nested too deeply to be shown.'
  }
}

export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap(each =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    )
  }
  return false
}
