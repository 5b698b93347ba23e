import { MONTH_NAMES } from '../text/lex/dates.ts'
import { capital, fillSlots } from '../text/say.ts'
import { type Frame, LANGUAGES } from './languages.ts'
import { SCALES } from './write-fact.ts'

const DATE = new RegExp(`\\b(\\d{1,2}) (${MONTH_NAMES.join('|')}) (\\d{4})\\b`, 'g')
const NUMBER =
  /(?<![\p{L}\d.,])([-−]?)(\$?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?!\d)(?: (thousand|million|billion|trillion)\b|(%))?/gu
const UNITS = new Map<string, number>([
  ['thousand', 1e3],
  ...SCALES.map(([unit, word]) => [word, unit] as const),
])
const BILLION = 1e9
const TRILLION = 1e12
const VOWEL = /^[aeiouyàáâéèêíîóú]/i

/** Writes the numbers, dates and units of an English value as another language does; names stay. */
export function writeIn(language: string, value: string): string {
  const dated = value.replace(DATE, (_, day: string, month: string, year: string) =>
    writeDate(language, new Date(Date.UTC(Number(year), MONTH_NAMES.indexOf(month), Number(day)))),
  )
  const numbered = (text: string) =>
    text.replace(NUMBER, (...groups: string[]) => {
      const [written = '', minus, money, digits = '', scale, percent] = groups
      const isPlain = !money && !scale && !percent && !/[.,]/.test(digits)
      return isPlain ? written : minus + writeNumberIn(language, { digits, money, scale, percent })
    })
  const terms = Object.entries(LANGUAGES[language]?.terms ?? {})
  return terms.reduce((text, [english, own]) => {
    const term = RegExp.escape(numbered(english))
    return text.replace(new RegExp(`(?:(?<!\\p{L})|(?= ))${term}(?!\\p{L})`, 'gu'), own)
  }, numbered(dated))
}

export function writeDate(language: string, date: Date): string {
  return date.toLocaleDateString(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' })
}

interface Written {
  readonly digits: string
  readonly money?: string | undefined
  /** The English word, such as `billion`. */
  readonly scale?: string | undefined
  readonly percent?: string | undefined
}

function writeNumberIn(language: string, { digits, money, scale, percent }: Written): string {
  const plain = digits.replaceAll(',', '')
  const decimals = plain.split('.')[1]?.length ?? 0
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const locale = localeOf(language)
  if (percent) {
    const share = new Intl.NumberFormat(locale, { style: 'percent', ...fraction })
    // The marks of direction around an Arabic per cent sign would part it from its number.
    return share.format(`${Number(plain)}E-2` as Intl.StringNumericLiteral).replace(/\u200e/g, '')
  }
  const figures = plain.replace(/^0+|\./g, '').length
  const value = Number(plain) * (UNITS.get(scale ?? '') ?? 1)
  // French and Italian count trillions in thousands of "milliards".
  const billions = value >= TRILLION && fillFrame(language, 'billions', { amount: '' })
  const amount = billions
    ? new Intl.NumberFormat(locale).format(value / BILLION) + billions
    : scale
      ? new Intl.NumberFormat(locale, {
          notation: 'compact',
          compactDisplay: 'long',
          maximumSignificantDigits: Math.max(1, figures),
        }).format(value)
      : new Intl.NumberFormat(locale, fraction).format(Number(plain))
  return money ? fillFrame(language, scale ? 'scaledDollars' : 'dollars', { amount }) : amount
}

/** Digits of other scripts would be hard to compare with those of the sources. */
function localeOf(language: string): string {
  return `${language}-u-nu-latn`
}

export function fillFrame(
  language: string,
  frame: Frame,
  parts: Parameters<typeof fillSlots>[1] = {},
  isPlural = false,
): string {
  const template = LANGUAGES[language]?.frames[frame] ?? ''
  const agreed = template.replace(/\{([^{}|]*)\|([^{}|]*)\}/g, isPlural ? '$2' : '$1')
  return fillSlots(agreed, parts)
}

/** Ends a sentence with the full stop of the language. */
export function sentenceIn(language: string, text: string): string {
  if (!/^(?:zh|ja)$/.test(language)) return `${capital(text)}.`
  return `${text.replace(/ ?\(([^()]*)\)/g, '（$1）')}。`
}

/** The verdict that an English statement opens with. */
export function verdictIn(language: string, text: string): string {
  const verdict = /^Yes\b/.test(text) ? 'yes' : /^No\b/.test(text) ? 'no' : undefined
  return verdict ? `${sentenceIn(language, fillFrame(language, verdict))} ` : ''
}

/** A name as a subject: "l’Algérie". */
export function definiteIn(language: string, name: string) {
  const form = LANGUAGES[language]?.definite?.[articleOf(language, name)] ?? '{name}'
  return { text: fillSlots(form.replace(/^\+/, ''), { name }), isPlural: form.startsWith('+') }
}

function articleOf(language: string, name: string): string {
  const { articles = [] } = LANGUAGES[language] ?? {}
  return articles.find(([form = '']) => new RegExp(form, 'u').test(name))?.[1] ?? ''
}

/** "Of" a name: "do Canadá", "d’Apple". */
export function ownerIn(language: string, name: string, isCompany = false): string {
  const { owners = {} } = LANGUAGES[language] ?? {}
  const article = isCompany ? 'company' : articleOf(language, name)
  const usual = VOWEL.test(name) && owners['vowel'] ? 'vowel' : ''
  return fillSlots(owners[article || usual] ?? owners[usual] ?? '{name}', { name })
}
