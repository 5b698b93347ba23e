/**
 * Returns whether a robots.txt pattern matches the start of a path: `*` matches anything, a final `$` the end.
 * It backtracks only to the last `*`, so it takes at most pattern × path steps. After `most` steps it
 * gives up.
 */
export function matchRobotsPattern(
  pattern: string,
  path: string,
  most: number,
): { readonly isMatch: boolean; readonly steps: number } {
  const isAnchored = pattern.endsWith('$')
  const end = isAnchored ? pattern.length - 1 : pattern.length
  let [at, steps] = [0, 0]
  let [star, resumeAt] = [-1, 0]
  for (let next = 0; steps < most; steps += 1) {
    if (next === end && (!isAnchored || at === path.length)) return { isMatch: true, steps }
    if (next < end && pattern[next] === '*') {
      star = next
      resumeAt = at
      next += 1
    } else if (next < end && at < path.length && pattern[next] === path[at]) {
      next += 1
      at += 1
    } else if (star !== -1 && at < path.length) {
      resumeAt += 1
      at = resumeAt
      next = star + 1
    } else return { isMatch: false, steps: steps + 1 }
  }
  return { isMatch: false, steps }
}
