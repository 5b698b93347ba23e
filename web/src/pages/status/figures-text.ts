import { durationText } from '../../ui/duration-text.ts'

const TENTHS = 1_000

/**
 * How many of all calls succeeded and how many were refunded, in per cent. The two add up to 100, and
 * neither one failure nor one success is ever rounded away.
 */
export function shares({ captured, refunded }: { captured: number; refunded: number }): {
  readonly succeeded: string
  readonly refunded: string
} {
  const all = captured + refunded
  const tenths = all === 0 ? 0 : Math.round((captured * TENTHS) / all)
  return {
    succeeded: percent(tenths, { isNone: captured === 0, isAll: refunded === 0 }),
    refunded: percent(TENTHS - tenths, { isNone: refunded === 0, isAll: captured === 0 }),
  }
}

function percent(tenths: number, { isNone, isAll }: { isNone: boolean; isAll: boolean }): string {
  if (tenths === 0 && !isNone) return '<0.1%'
  if (tenths === TENTHS && !isAll) return '>99.9%'
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}%`
}

/** How long calls took. */
export function tookText(ms: number | null): string {
  return ms === null ? 'no figure' : durationText(ms)
}
