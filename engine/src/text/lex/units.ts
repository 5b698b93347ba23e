import { type PhraseMatch, type PhraseTable, phraseTable } from './phrase-table.ts'

/**
 * Units that numbers are counted in, by their words and signs in the languages that reports are
 * written in. A form may belong to more than one unit: pounds are money or weight.
 */
const FORMS: Readonly<Record<string, string>> = {
  percent:
    '%, ٪, ％, percent, per cent, prozent, prozentig*, pour cent, por ciento, por cento, per cento, procent, процент*, パーセント, 퍼센트',
  points:
    'percentage point(s|), prozentpunkt(e|en|), point(s|) de pourcentage, punto(s|) porcentual(es|), punt(o|i) percentual(e|i), ponto(s|) percentua(l|is), procentpunt(en|), pp',
  usd: '$, us dollar(s|), dollar(s|), usd, dólar(es|), dollari, доллар*, ドル, 美元',
  eur: '€, euro(s|), eur, евро, ユーロ, 欧元',
  gbp: '£, pound(s|), pound(s|) sterling, gbp, pfund, livre(s|) sterling, libra(s|) esterlina(s|), sterline',
  yen: '¥, yen, jpy, 円, 日元',
  yuan: '¥, yuan, rmb, cny, renminbi, 元, 人民币',
  rupee: '₹, rupee(s|), inr, rupien',
  franc: 'chf, swiss franc(s|), franken, schweizer franken, franc(s|) suisse(s|)',
  kilometre:
    'km, kilomet(re|er)(s|n|), kilómetro(s|), quil(ó|ô)metro(s|), chilometr(o|i), км, 公里',
  metre: 'm, met(re|er)(s|n|), mètre(s|), metro(s|), metr(o|i), м, 米, メートル',
  centimetre:
    'cm, centimet(re|er)(s|), zentimeter(n|), centimètre(s|), centímetro(s|), centimetr(o|i)',
  millimetre: 'mm, millimet(re|er)(s|n|), millimètre(s|), milímetro(s|), millimetr(o|i)',
  mile: 'mile(s|), mi, meile(n|), milles, milla(s|), miglia, milha(s|), 英里',
  nautical: 'nautical mile(s|), nm, seemeile(n|), milles marins, milles nautiques',
  foot: 'feet, foot, ft, fuß, pied(s|), pies',
  inch: 'inch(es|), zoll, pouce(s|), pulgada(s|)',
  yard: 'yard(s|), yd',
  'square kilometre':
    'sq km, km², km2, square kilomet(re|er)(s|), quadratkilometer(n|), kilomètres carrés, kilómetros cuadrados, chilometri quadrati, 平方公里',
  'square metre':
    'sq m, m², m2, square met(re|er)(s|), quadratmeter(n|), mètres carrés, metros cuadrados, metri quadrati',
  'square mile': 'sq mi(le|les|), square mile(s|), quadratmeile(n|)',
  'square foot': 'sq ft, square f(ee|oo)t',
  hectare: 'ha, hect(a|á)re(s|n|), hectárea(s|), hektar, ettari',
  acre: 'acre(s|)',
  'cubic metre': 'm³, m3, cu m, cubic met(re|er)(s|), kubikmeter(n|), mètres cubes, metros cúbicos',
  litre: 'l, lit(re|er)(s|n|), litro(s|), litri',
  gallon: 'gallon(s|), gal',
  barrel: 'barrel(s|), bbl, baril(s|), barriles, fass',
  kilogram: 'kg, kilogram(s|), kilogramm, kilogrammes, kilogramo(s|), chilogrammi, kilo(s|)',
  gram: 'g, gram(s|), gramm, gramme(s|), gramo(s|), grammi',
  tonne: 't, tonne(s|n|), ton(s|), metric ton(s|), tonelada(s|), tonnellate, тонн*, 吨, トン',
  pound: 'pound(s|), lb(s|), pfund, libra(s|)',
  ounce: 'ounce(s|), oz',
  second: 'second(s|), sec(s|), sekunde(n|), seconde(s|), segundo(s|), secondi, 秒',
  minute: 'minute(s|), min(s|), minuten, minuto(s|), minuti, 分钟',
  hour: 'hour(s|), hr(s|), stunde(n|), heure(s|), hora(s|), or(a|e), uur, 小时, 時間',
  day: 'day(s|), tag(e|en|), tägig*, jour(s|), día(s|), dia(s|), giorn(o|i), dagen, 天',
  week: 'week(s|), woche(n|), semaine(s|), semana(s|), settiman(a|e), weken',
  month: 'month(s|), monat(e|en|), mois, mes(es|), mês, mesi, maanden',
  year: 'year(s|), yr(s|), jahr(e|en|), jährig*, ans, année(s|), año(s|), ano(s|), ann(o|i), jaren, лет, года, 岁, 歳',
  celsius: '°c, degrees celsius, grad celsius, degrés celsius, grados celsius, ℃',
  fahrenheit: '°f, degrees fahrenheit, grad fahrenheit, ℉',
  watt: 'w, watt(s|)',
  kilowatt: 'kw, kilowatt(s|)',
  megawatt: 'mw, megawatt(s|)',
  gigawatt: 'gw, gigawatt(s|)',
  'kilowatt hour': 'kwh, kilowatt hour(s|), kilowattstunden',
  'megawatt hour': 'mwh, megawatt hour(s|), megawattstunden',
  'gigawatt hour': 'gwh, gigawatt hour(s|), gigawattstunden',
  'terawatt hour': 'twh, terawatt hour(s|), terawattstunden',
  times: 'times, fold, x, mal, fois, veces, volte, vezes, keer, 倍',
  decade: "s, 's, ’s, er, er jahre(n|)",
  basis: 'basis point(s|), bp(s|), basispunkt(e|en|), point(s|) de base, puntos básicos',
}

const measures = phraseTable<ReadonlySet<string>>(
  Object.entries(FORMS).map(([measure, forms]) => [forms, new Set([measure])] as const),
  (one, other) => one.union(other),
)

const GAP = /[\s\u00a0\u202f-]{0,2}/uy

/** Reads the unit directly after a number that ends at this offset. */
export function measureBehind(
  text: string,
  end: number,
): PhraseMatch<ReadonlySet<string>> | undefined {
  GAP.lastIndex = end
  return measures.at(text, end + (GAP.exec(text)?.[0].length ?? 0))
}

/** All units that a text names. */
export function measuresIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const { index } of text.matchAll(/(?<![\p{L}\p{M}])[\p{L}°]|[^\s\p{L}\p{N}]/gu)) {
    for (const measure of measures.at(text, index)?.value ?? []) found.add(measure)
  }
  return found
}

/** Returns the units that a word or sign stands for. */
export function measureOf(form: string): ReadonlySet<string> {
  return measures.get(form) ?? new Set()
}

/** Powers of ten for words after digits, in all languages. */
const COMMON: Readonly<Record<string, number>> = {
  'тыс., тысяч*, 千': 1e3,
  '万, 萬, 만': 1e4,
  'mn, mln, млн., миллион*': 1e6,
  '億, 亿, 억': 1e8,
  'bn, mld, mlrd, млрд., миллиард*': 1e9,
  '兆, 조': 1e12,
}
/** A billion is a thousand million in English and a million million on the continent. */
const BY_LANGUAGE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: {
    hundred: 1e2,
    'thousand(s|)': 1e3,
    'lakh(s|)': 1e5,
    'million(s|)': 1e6,
    'crore(s|)': 1e7,
    'billion(s|)': 1e9,
    'trillion(s|)': 1e12,
  },
  de: {
    hundert: 1e2,
    'tausend, tsd.': 1e3,
    'million(en|), mio.': 1e6,
    'milliarde(n|), mrd.': 1e9,
    'billion(en|), bio.': 1e12,
  },
  fr: { mille: 1e3, 'million(s|), m€': 1e6, 'milliard(s|), md, md€': 1e9, 'billion(s|)': 1e12 },
  es: { mil: 1e3, 'mill(ón|ones|.)': 1e6, 'mil millones': 1e9, 'bill(ón|ones)': 1e12 },
  it: { mila: 1e3, 'milion(e|i)': 1e6, 'miliard(o|i)': 1e9 },
  pt: {
    mil: 1e3,
    'milh(ão|ões)': 1e6,
    'mil milhões, bilh(ão|ões)': 1e9,
    'trilh(ão|ões)': 1e12,
  },
  nl: { duizend: 1e3, 'miljoen(en|)': 1e6, 'miljard(en|)': 1e9, biljoen: 1e12 },
  sv: { tusen: 1e3, 'miljon(er|)': 1e6, 'miljard(er|)': 1e9 },
  da: { tusind: 1e3, 'million(er|)': 1e6, 'milliard(er|)': 1e9 },
  nb: { tusen: 1e3, 'million(er|)': 1e6, 'milliard(er|)': 1e9 },
  pl: { 'tys.': 1e3, 'milion*': 1e6, 'miliard*': 1e9 },
  tr: { bin: 1e3, milyon: 1e6, milyar: 1e9, trilyon: 1e12 },
}

/** The scales that tables state, with the English word for each. */
export const SCALE_NAMES: ReadonlyMap<number, string> = new Map([
  [1e3, 'thousand'],
  [1e6, 'million'],
  [1e9, 'billion'],
  [1e12, 'trillion'],
])

/** `$5m` is five million and `5 m` five metres: letters are scales only after money. */
const MONEY_LETTER = /([kmbt])(?:n|io|rd)?(?![\p{L}\p{N}])/iuy
const MONEY_SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }

const tables = new Map(
  Object.entries(BY_LANGUAGE).map(([language, own]) => [
    language,
    phraseTable([...Object.entries(own), ...Object.entries(COMMON)]),
  ]),
)

/** Reads the scale word at an offset; a language without its own table uses the English one. */
export function scaleAt(
  text: string,
  start: number,
  { language = 'en', isMoney = false }: { language?: string; isMoney?: boolean } = {},
): PhraseMatch<number> | undefined {
  const found = tableOf(language).at(text, start)
  if (found || !isMoney) return found
  MONEY_LETTER.lastIndex = start
  const letter = MONEY_LETTER.exec(text)
  const value = MONEY_SCALES[letter?.[1]?.toLowerCase() ?? '']
  return letter && value !== undefined ? { start, end: start + letter[0].length, value } : undefined
}

/** The power of ten of a word such as `millions`. */
export function scaleOfWord(word: string, language = 'en'): number | undefined {
  return tableOf(language).get(word)
}

function tableOf(language: string): PhraseTable<number> {
  const table = tables.get(language) ?? tables.get('en')
  if (!table) throw new Error('the English scale words are missing')
  return table
}

/** `in thousands`, `($000s)`, `€ m`: words and signs by which a head or a caption states a scale. */
const STATED: readonly (readonly [number, RegExp])[] = [
  [
    1e3,
    /\bthousands?\b|[$€£¥]\s?['’‘]?000s?\b|['’‘]000s?\b|\(000s?\)|\b000s\b|\b(?:US)?\$k\b|\bRMB['’]000/i,
  ],
  [
    1e6,
    /\bmillions?\b|(?:[$€£¥]|\b(?:US|EUR|GBP|CHF|RMB|DKK|SEK|NOK|USD|Rs))\s?m(?:n|illion)?\b|\bmn\b|\bUSDm\b|\bUS\$m\b/i,
  ],
  [1e9, /\bbillions?\b|[$€£¥]\s?bn\b|\bbn\b/i],
]

/** The scale that a label, a header or a caption states for its numbers; 1 without one. */
export function statedScale(text: string): number {
  return STATED.find(([, pattern]) => pattern.test(text))?.[0] ?? 1
}
