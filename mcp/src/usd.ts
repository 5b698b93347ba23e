/** An amount of the wire as people read it. */
export function usd(amount: number): string {
  const digits = amount.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 7,
    useGrouping: false,
  })
  return `${digits} USD`
}
