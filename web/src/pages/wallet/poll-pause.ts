/**
 * Short at first, since most payments are confirmed within seconds; two and a half minutes in
 * total.
 */
const PAUSES_SECONDS = [2, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 15, 15, 15, 15, 15, 15]

/** Pause after a number of polls of a payment; false when polling should stop. */
export function pollPauseMs(polls: number): number | false {
  const seconds = PAUSES_SECONDS[Math.max(polls - 1, 0)]
  return seconds !== undefined && seconds * 1_000
}
