import { usdText } from '@footnote/contract/usd-text'
import { classes } from './classes.ts'

/** Formats an amount exactly, to the last digit. */
export function formatUsd(units: number | bigint): string {
  const amount = BigInt(units)
  const text = usdText(amount < 0n ? -amount : amount).replace(/^\d+/, whole =>
    whole.replaceAll(/\B(?=(\d{3})+$)/g, ','),
  )
  return `${amount < 0n ? '−' : ''}$${text}`
}

export function Money({
  units,
  signed = false,
  className,
}: {
  units: number | bigint
  /** Shows a plus before positive amounts. */
  signed?: boolean
  className?: string
}) {
  return (
    <span className={classes('tabular-nums whitespace-nowrap', className)}>
      {signed && units > 0 ? '+' : ''}
      {formatUsd(units)}
    </span>
  )
}
