/** An amount of the wire as people read it, exact and with at least two decimals: `0.30`. */
export function amountText(usd: number): string {
  return usd.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 7,
    useGrouping: false,
  })
}
