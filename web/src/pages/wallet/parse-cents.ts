const CENT_DECIMALS = 2

/** What may stand around the digits: `$25`, `25 $`, `USD 25`, `US$25`. */
const CURRENCY = /^(?:USD\b|(?:US)?\$)\s*|\s*(?:\$|\bUSD|(?<=\d)USD)$/gi
/**
 * Whole dollars, and cents after the last separator. Three digits after a comma are thousands; three
 * after a point alone could be either, so that `1.000` is none of these.
 */
const FORMS = [
  /^(\d+)(?:[.,](\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/,
  /^([1-9]\d{0,2}(?:[\s’']\d{3})+)(?:[.,](\d{1,2}))?$/,
]

/**
 * Reads an amount of dollars as people type it; undefined for what has no one meaning. Beyond all money
 * there is the number is no longer exact, but still too large for any bound.
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
