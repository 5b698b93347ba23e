/** How the asker wants figures written. */
export interface WantedForm {
  readonly decimals?: number
  /** The requested currency, such as `USD`. */
  readonly currency?: string
}

const DECIMALS = /\b(?<count>one|two|three|four|[0-4])\s+decimals?(?:\s+places?)?\b/i
const COUNTS = ['zero', 'one', 'two', 'three', 'four']
const IN_CURRENCY =
  /\bin\s+(?:(?:millions?|billions?|thousands?)\s+(?:of\s+)?)?(?<name>usd|(?:u\.?s\.?\s+)?dollars|eur|euros?|gbp|(?:british\s+)?pounds|chf|swiss\s+francs|jpy|(?:japanese\s+)?yen)\b/i
const CURRENCIES: readonly (readonly [currency: string, names: RegExp])[] = [
  ['USD', /usd|dollar/i],
  ['EUR', /eur/i],
  ['GBP', /gbp|pound/i],
  ['CHF', /chf|franc/i],
  ['JPY', /jpy|yen/i],
]

export function readForm(text: string): WantedForm {
  const count = DECIMALS.exec(text)?.groups?.['count']?.toLowerCase()
  const name = IN_CURRENCY.exec(text)?.groups?.['name']
  const [currency] = (name && CURRENCIES.find(([, names]) => names.test(name))) || []
  return {
    ...(count !== undefined && {
      decimals: /\d/.test(count) ? Number(count) : COUNTS.indexOf(count),
    }),
    ...(currency && { currency }),
  }
}
