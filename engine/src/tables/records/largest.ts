/** Of any number of numbers, which as arguments of a call might be too many; 0 of none. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), numbers[0] ?? 0)
}
