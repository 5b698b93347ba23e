import { formatUsd } from '../../ui/money.tsx'

const DAYS_PER_MONTH = 30n

/** Describes how long a recharge lasts at a monthly cost. */
export function howLong(rechargeUnits: bigint, monthUnits: bigint): string {
  if (monthUnits === 0n) return 'never expires'
  const months = rechargeUnits / monthUnits
  const rest = rechargeUnits % monthUnits
  if (months > 0n) {
    const text = months === 1n ? 'one month' : `${months.toLocaleString('en-GB')} months`
    return rest === 0n ? `exactly ${text}` : `${text}, with ${formatUsd(rest)} left`
  }
  const days = (rechargeUnits * DAYS_PER_MONTH) / monthUnits
  if (days === 0n) return 'less than a day'
  return days === 1n ? 'about a day' : `about ${days} days`
}
