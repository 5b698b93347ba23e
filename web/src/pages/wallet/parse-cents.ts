const CENT_DECIMALS = 2

/** Currency around the digits: `$25`, `25 $`, `USD 25`, `US$25`. */
const CURRENCY = /^(?:USD\b|(?:US)?\$)\s*|\s*(?:\$|\bUSD|(?<=\d)USD)$/gi
/**
 * Whole dollars, and cents after the last separator. Three digits after a comma are thousands.
 * Three digits after a single point could be either, so `1.000` matches none of these.
 */
const FORMS = [
  /^(\d+)(?:[.,](\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/,
  /^([1-9]\d{0,2}(?:[\s’']\d{3})+)(?:[.,](\d{1,2}))?$/,
]

/**
 * Reads an amount of dollars as people type it; undefined if it is ambiguous. A number too large to
 * be exact is still above every limit.
 */
export function parseCents(text: string): number | undefined {
  const bare = text.trim().replaceAll(CURRENCY, '')
  for (const form of FORMS) {
    const match = form.exec(bare)
    if (!match) continue
    const [, grouped = '', fraction = ''] = match
    const whole = grouped.replaceAll(/\D/g, '')
    return Number(`${whole}${fraction.padEnd(CENT_DECIMALS, '0')}`)
  }
  return undefined
}
