/**
 * What numbers are counted in, by the words and signs for it in the languages that reports are
 * written in. A form may stand for more than one measure: pounds are money or weight.
 */
const FORMS: Readonly<Record<string, string>> = {
  percent:
    '%|٪|％|percent|per cent|prozent|prozentig\\p{L}*|pour cent|por ciento|por cento|per cento|procent|процент\\p{L}*|パーセント|퍼센트',
  points:
    'percentage points?|prozentpunkten?|points? de pourcentage|puntos? porcentual(?:es)?|punt[oi] percentual[ei]|pontos? percentua(?:l|is)|procentpunt(?:en)?|pp',
  usd: '\\$|us-?dollars?|u\\.?s\\.? dollars?|dollars?|usd|dólar(?:es)?|dollari|доллар\\p{L}*|ドル|美元',
  eur: '€|euros?|eur|евро|ユーロ|欧元',
  gbp: '£|pounds?(?: sterling)?|gbp|pfund|livres? sterling|libras? esterlinas?|sterline',
  yen: '¥|yen|jpy|円|日元',
  yuan: '¥|yuan|rmb|cny|renminbi|元|人民币',
  rupee: '₹|rupees?|inr|rupien',
  franc: 'chf|swiss francs?|(?:schweizer )?franken|francs? suisses?',
  kilometre: 'km|kilomet(?:re|er)s?n?|kilómetros?|quilómetros?|quilômetros?|chilometr[oi]|км|公里',
  metre: 'm|met(?:re|er)s?n?|mètres?|metros?|metr[oi]|м|米|メートル',
  centimetre: 'cm|centimet(?:re|er)s?n?|zentimetern?|centimètres?|centímetros?|centimetr[oi]',
  millimetre: 'mm|millimet(?:re|er)s?n?|millimètres?|milímetros?|millimetr[oi]',
  mile: 'miles?|mi|meilen?|milles|millas?|miglia|milhas?|英里',
  nautical: 'nautical miles?|nm|seemeilen?|milles (?:marins|nautiques)',
  foot: 'feet|foot|ft|fuß|pieds?|pies',
  inch: 'inch(?:es)?|zoll|pouces?|pulgadas?',
  yard: 'yards?|yd',
  'square kilometre':
    'sq\\.? km|km²|km2|square kilomet(?:re|er)s?|quadratkilometern?|kilomètres carrés|kilómetros cuadrados|chilometri quadrati|平方公里',
  'square metre':
    'sq\\.? m|m²|m2|square met(?:re|er)s?|quadratmetern?|mètres carrés|metros cuadrados|metri quadrati',
  'square mile': 'sq\\.? mi(?:les?)?|square miles?|quadratmeilen?',
  'square foot': 'sq\\.? ft|square f(?:ee|oo)t',
  hectare: 'ha|hect[aá]re[as]?n?|hektar|ettari',
  acre: 'acres?',
  'cubic metre': 'm³|m3|cu\\.? m|cubic met(?:re|er)s?|kubikmetern?|mètres cubes|metros cúbicos',
  litre: 'l|lit(?:re|er)s?n?|litros?|litri',
  gallon: 'gallons?|gal',
  barrel: 'barrels?|bbl|barrels|barils?|barriles|fass',
  kilogram: 'kg|kilograms?|kilogramm|kilogrammes|kilogramos?|chilogrammi|kilos?',
  gram: 'g|grams?|gramm|grammes?|gramos?|grammi',
  tonne: 't|tonnes?|tons?|metric tons?|tonnen|toneladas?|tonnellate|тонн\\p{L}*|吨|トン',
  pound: 'pounds?|lbs?|pfund|libras?',
  ounce: 'ounces?|oz',
  second: 'seconds?|secs?|sekunden?|secondes?|segundos?|secondi|秒',
  minute: 'minutes?|mins?|minuten?|minutos?|minuti|分钟',
  hour: 'hours?|hrs?|stunden?|heures?|horas?|or[ae]|uur|小时|時間',
  day: 'days?|tagen?|tage|tägig\\p{L}*|jours?|días?|dias?|giorn[oi]|dagen|天',
  week: 'weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken',
  month: 'months?|monaten?|monate|mois|mes(?:es)?|mês|mesi|maanden',
  year: 'years?|yrs?|jahren?|jahre|jährig\\p{L}*|ans|années?|años?|anos?|ann[oi]|jaren|лет|года|岁|歳',
  celsius: '°c|degrees celsius|grad celsius|degrés celsius|grados celsius|℃',
  fahrenheit: '°f|degrees fahrenheit|grad fahrenheit|℉',
  watt: 'w|watts?',
  kilowatt: 'kw|kilowatts?',
  megawatt: 'mw|megawatts?',
  gigawatt: 'gw|gigawatts?',
  'kilowatt hour': 'kwh|kilowatt[- ]hours?|kilowattstunden',
  'megawatt hour': 'mwh|megawatt[- ]hours?|megawattstunden',
  'gigawatt hour': 'gwh|gigawatt[- ]hours?|gigawattstunden',
  'terawatt hour': 'twh|terawatt[- ]hours?|terawattstunden',
  times: 'times|fold|-fold|x|mal|fois|veces|volte|vezes|keer|倍',
  decade: "s|'s|’s|er(?: jahren?)?",
  basis: 'basis points?|bps?|basispunkten?|points? de base|puntos básicos',
}

/** Those that make another number of it where the other side has none. */
const TELLING = new Set(['percent', 'points', 'decade', 'times', 'basis', 'vague', 'part'])

interface Form {
  readonly pattern: string
  readonly measure: string
}

const forms: readonly Form[] = Object.entries(FORMS).flatMap(([measure, written]) =>
  written.split(/\|(?![^(]*\))/).map(pattern => ({ pattern, measure })),
)

/** The longest form first, so that square metres are no metres. */
const ordered = forms.toSorted((one, other) => other.pattern.length - one.pattern.length)
const ANY = new RegExp(
  `(?:${[...new Set(ordered.map(({ pattern }) => pattern))].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
)
const AFTER = new RegExp(`^[\\s\\u00a0\\u202f-]{0,2}(${ANY.source})`, 'iu')
/** Signs and the characters of some scripts end without a boundary. */
const GLUED = new RegExp(
  `^\\s?(${ordered
    .filter(({ pattern }) => /^[^\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(pattern))
    .map(({ pattern }) => pattern)
    .join('|')})`,
  'iu',
)
const exact = forms.map(({ pattern, measure }) => ({
  form: new RegExp(`^(?:${pattern})$`, 'iu'),
  measure,
}))
const known = new Map<string, ReadonlySet<string>>()
const MOST_KNOWN = 10_000

/** What the words right behind a number say that it is counted in. */
export function measuresAfter(rest: string): ReadonlySet<string> {
  const form = AFTER.exec(rest)?.[1] ?? GLUED.exec(rest)?.[1]
  return form === undefined ? new Set() : measuresOf(form)
}

/** What a word or sign stands for. */
export function measuresOf(form: string): ReadonlySet<string> {
  const found = known.get(form)
  if (found) return found
  const measures = new Set(exact.filter(one => one.form.test(form)).map(one => one.measure))
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(form, measures)
  return measures
}

const EVERYWHERE = new Map(
  Object.keys(FORMS).map(measure => {
    const own = forms.filter(form => form.measure === measure)
    const patterns = own.map(({ pattern }) => pattern).join('|')
    return [measure, new RegExp(`(?<![\\p{L}])(?:${patterns})(?![\\p{L}])`, 'iu')] as const
  }),
)

/**
 * Where it is said once what several figures are counted in: brackets, rows of a table, labels. A
 * bracket with a figure of its own, such as "(32 km)", tells the unit of that one.
 */
const HEADS = /\([^()\n\d]{1,60}\)|^[^\n]*\|[^\n]*$|^[^:\n]{1,80}:/gm

function isInHead(text: string, measures: ReadonlySet<string>): boolean {
  const heads = text.match(HEADS) ?? []
  return [...measures].some(measure => heads.some(head => EVERYWHERE.get(measure)?.test(head)))
}

/**
 * Whether a number counted in the one may stand for a number counted in the other. What counts in
 * nothing that is known may leave a unit out, but not a per cent sign.
 */
export function isSameMeasure(
  said: ReadonlySet<string>,
  quoted: ReadonlySet<string>,
  quote: string,
): boolean {
  if (said.size === 0) return ![...quoted].some(measure => TELLING.has(measure))
  if ([...said].some(measure => quoted.has(measure))) return true
  const mayStandElsewhere = quoted.size === 0 && ![...said].some(isBesideItsNumber)
  return mayStandElsewhere && isInHead(quote, said)
}

/** A decade or a multiple is said beside its number or not at all. */
function isBesideItsNumber(measure: string): boolean {
  return measure !== 'percent' && TELLING.has(measure)
}
