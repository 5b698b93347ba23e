/** Powers of ten that words behind digits stand for, in the languages that have a word of their own. */
const COMMON: Readonly<Record<string, number>> = {
  mn: 1e6,
  mln: 1e6,
  bn: 1e9,
  mld: 1e9,
  mlrd: 1e9,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  億: 1e8,
  亿: 1e8,
  억: 1e8,
  兆: 1e12,
  조: 1e12,
  'тыс\\.?': 1e3,
  'тысяч\\p{L}*': 1e3,
  'млн\\.?': 1e6,
  'миллион\\p{L}*': 1e6,
  'млрд\\.?': 1e9,
  'миллиард\\p{L}*': 1e9,
}
/** A billion is a thousand millions in English and a million of them on the continent. */
const BY_LANGUAGE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: {
    hundred: 1e2,
    'thousands?': 1e3,
    'millions?': 1e6,
    'billions?': 1e9,
    'trillions?': 1e12,
    'lakhs?': 1e5,
    'crores?': 1e7,
  },
  de: {
    hundert: 1e2,
    'tausend|tsd\\.?': 1e3,
    'million(?:en)?|mio\\.?': 1e6,
    'milliarden?|mrd\\.?': 1e9,
    'billion(?:en)?|bio\\.?': 1e12,
  },
  fr: {
    mille: 1e3,
    'millions?|m€': 1e6,
    'milliards?|md€?': 1e9,
    'billions?': 1e12,
  },
  es: {
    'mil millones': 1e9,
    mil: 1e3,
    'mill(?:ón|ones|\\.)': 1e6,
    'bill(?:ón|ones)': 1e12,
  },
  it: { mila: 1e3, 'milion[ei]': 1e6, 'miliard[oi]': 1e9 },
  pt: {
    'mil milhões': 1e9,
    mil: 1e3,
    'milh(?:ão|ões)': 1e6,
    'bilh(?:ão|ões)': 1e9,
    'trilh(?:ão|ões)': 1e12,
  },
  nl: { duizend: 1e3, 'miljoen(?:en)?': 1e6, 'miljard(?:en)?': 1e9, biljoen: 1e12 },
  sv: { tusen: 1e3, 'miljon(?:er)?': 1e6, 'miljard(?:er)?': 1e9 },
  da: { tusind: 1e3, 'million(?:er)?': 1e6, 'milliard(?:er)?': 1e9 },
  nb: { tusen: 1e3, 'million(?:er)?': 1e6, 'milliard(?:er)?': 1e9 },
  pl: { 'tys\\.?': 1e3, 'milion\\p{L}*': 1e6, 'miliard\\p{L}*': 1e9 },
  tr: { bin: 1e3, milyon: 1e6, milyar: 1e9, trilyon: 1e12 },
}

interface Scales {
  readonly after: RegExp
  readonly sizes: readonly (readonly [RegExp, number])[]
}

const byLanguage = new Map<string, Scales>()

/** The size and the length of the scale word right behind a number; 1 and 0 without one. */
export function scaleAfter(rest: string, language: string): { scale: number; length: number } {
  const { after, sizes } = scalesOf(language)
  const match = after.exec(rest)
  const word = match?.[1] ?? ''
  const scale = sizes.find(([form]) => form.test(word))?.[1]
  return match && scale !== undefined ? { scale, length: match[0].length } : { scale: 1, length: 0 }
}

function scalesOf(language: string): Scales {
  const known = byLanguage.get(language)
  if (known) return known
  // Reports in other languages often leave a scale as the source has it.
  const own = { ...COMMON, ...(BY_LANGUAGE[language] ?? BY_LANGUAGE['en']) }
  const words = Object.keys(own)
  const wide = words.filter(word => /^[\p{Script=Han}\p{Script=Hangul}]$/u.test(word))
  const narrow = words.filter(word => !wide.includes(word))
  const scales: Scales = {
    after: new RegExp(
      `^[\\s\\u00a0\\u202f-]?((?:${narrow.join('|')})(?![\\p{L}\\p{N}])|(?:${wide.join('|')}))`,
      'iu',
    ),
    sizes: Object.entries(own).map(([form, size]) => [new RegExp(`^(?:${form})$`, 'iu'), size]),
  }
  if (Object.hasOwn(BY_LANGUAGE, language) || language.length <= 3) byLanguage.set(language, scales)
  return scales
}
