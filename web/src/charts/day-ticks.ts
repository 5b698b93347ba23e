const STEPS = [1, 2, 5, 7, 14, 30, 90]

/**
 * Picks the days to label when not all labels fit: the last one, then evenly spaced ones before it.
 */
export function dayTicks(days: number, { mostTicks }: { mostTicks: number }): number[] {
  const step = STEPS.find(every => Math.ceil(days / every) <= mostTicks) ?? days
  return Array.from(
    { length: Math.ceil(days / step) },
    (_, back) => days - 1 - back * step,
  ).reverse()
}
