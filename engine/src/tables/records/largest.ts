/** Returns the largest of any number of numbers, which `Math.max` may not take; 0 for none. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), numbers[0] ?? 0)
}
