const LENGTH =
  '(?:kilo|centi|milli)?met(?:er|re)s?|miles?|feet|foot|fathoms?|yards?|inch(?:es)?|k?m|cm|mm|ft'
const TIME = 'seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)'
const WEIGHT = 'weigh(?:s|ed|ing|t)?|mass|tons?|tonnes?|kg|(?:kilo)?grams?|pounds?'

/** How answers say what "how deep" asks for without saying "deep", by the stem that asks. */
const OTHERWISE: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    deep: `depths?|deep\\p{L}*|${LENGTH}`,
    high: `heights?|high\\p{L}*|elevations?|altitudes?|tall|${LENGTH}`,
    tall: `heights?|high|${LENGTH}`,
    long: `lengths?|lasts?|lasted|until|${TIME}|${LENGTH}`,
    wide: `widths?|wid\\p{L}*|broad|across|${LENGTH}`,
    far: `distances?|${LENGTH}`,
    old: `ages?|aged|born|founded|built|${TIME}`,
    heavi: WEIGHT,
    fast: `speeds?|kmh|mph|knots?|${LENGTH}`,
    hot: 'temperatures?|degrees?|celsius|fahrenheit',
    cold: 'temperatures?|degrees?|celsius|fahrenheit',
    big: `size|areas?|hectares?|acres?|sq|square|large\\p{L}*|${LENGTH}`,
    larg: `size|areas?|hectares?|acres?|sq|square|big\\p{L}*|${LENGTH}`,
    cost: 'costs?|price[ds]?|paid|spent|worth',
  }).map(([stem, said]) => [
    stem,
    new RegExp(`(?<!\\p{L})(?:${said})(?!\\p{L})`, 'iu'),
  ]),
)

/** Whether a text says in other words what a word of degree asks for: 74 metres are how deep it is. */
export function saysDegree(stem: string, text: string): boolean {
  return OTHERWISE.get(stem)?.test(text) ?? false
}
