/** Quick at first, since most payments are confirmed within seconds; two and a half minutes in all. */
const PAUSES_SECONDS = [2, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 15, 15, 15, 15, 15, 15]

/** How long to wait after so many looks at a payment; false when it is enough. */
export function pollPauseMs(looks: number): number | false {
  const seconds = PAUSES_SECONDS[Math.max(looks - 1, 0)]
  return seconds !== undefined && seconds * 1_000
}
