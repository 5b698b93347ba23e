import { formatUsd } from '../../ui/money.tsx'

const DAYS_PER_MONTH = 30n

/** For how long a recharge pays what a month costs. */
export function howLong(rechargeUnits: bigint, monthUnits: bigint): string {
  if (monthUnits === 0n) return 'for as long as you like: it does not expire'
  const months = rechargeUnits / monthUnits
  const rest = rechargeUnits % monthUnits
  if (months > 0n) {
    const text = months === 1n ? 'one month' : `${months.toLocaleString('en-GB')} months`
    return rest === 0n ? `${text} exactly` : `${text}, and ${formatUsd(rest)} is left`
  }
  const days = (rechargeUnits * DAYS_PER_MONTH) / monthUnits
  if (days === 0n) return 'less than a day'
  return days === 1n ? 'about a day' : `about ${days} days`
}
