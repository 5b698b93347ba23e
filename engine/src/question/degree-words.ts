const LENGTH =
  '(?:kilo|centi|milli)?met(?:er|re)s?|miles?|feet|foot|fathoms?|yards?|inch(?:es)?|k?m|cm|mm|ft'
const AREA = 'hectares?|acres?|sq|square'
const TIME = 'seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)'
const HEAT = 'temperatures?|degrees?|celsius|fahrenheit'

/**
 * How answers say what "how deep" asks for, by the stem that asks: in words of their own, or by what
 * it is counted in.
 */
const OTHERWISE: ReadonlyMap<string, { readonly said: RegExp; readonly unit: RegExp }> = new Map(
  Object.entries({
    deep: ['deep\\p{L}*|depths?', LENGTH],
    high: ['high\\p{L}*|tall|heights?|elevations?|altitudes?', LENGTH],
    tall: ['high|heights?', LENGTH],
    long: ['lengths?|lasts?|lasted|until', `${TIME}|${LENGTH}`],
    wide: ['wid\\p{L}*|broad|across', LENGTH],
    far: ['distances?', LENGTH],
    old: ['ages?|aged|born|founded|built', TIME],
    heavi: ['weigh(?:s|ed|ing|t)?|mass', 'tons?|tonnes?|kg|(?:kilo)?grams?|pounds?'],
    fast: ['speeds?', 'kmh|mph|knots?|km|miles?'],
    hot: [HEAT, HEAT],
    cold: [HEAT, HEAT],
    big: ['size|areas?|larg\\p{L}*', `${AREA}|${LENGTH}`],
    larg: ['size|areas?|big\\p{L}*', `${AREA}|${LENGTH}`],
  }).map(([stem, [said = '', unit = '']]) => [stem, { said: word(said), unit: word(unit) }]),
)
/** What has so many metres of one of these need not have them of another. */
const DIMENSION = word(
  'deep|depths?|high|tall|heights?|elevations?|long|lengths?|wide|widths?|broad|thick|old|areas?',
)

/** Whether a text says in other words what a word of degree asks for: 74 metres are how deep it is. */
export function saysDegree(stem: string, text: string): boolean {
  const other = OTHERWISE.get(stem)
  if (!other) return false
  return other.said.test(text) || (other.unit.test(text) && !DIMENSION.test(text))
}

function word(choice: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${choice})(?!\\p{L})`, 'iu')
}
