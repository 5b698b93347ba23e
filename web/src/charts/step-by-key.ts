/** Index a key moves to in a row of `count` entries; the first press goes to the latest entry. */
export function stepByKey(
  key: string,
  { chosen, count }: { chosen: number | undefined; count: number },
): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowLeft':
      return chosen === undefined ? last : Math.max(0, chosen - 1)
    case 'ArrowRight':
      return chosen === undefined ? last : Math.min(last, chosen + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
