import { hostOf } from './host-of.ts'

/** Endings of a country that the whole world registers under: they tell nothing about a page. */
const WORLDWIDE = new Set(
  (
    'ac ad ag ai am as bz cc cd cf co cx dj fm ga gg gl gq im io la ly me ml ms nu pw sc sh so sr ' +
    'st sx tk to tv vc vg ws'
  ).split(' '),
)
/** Two letters that are no country's code, or not the one that ISO gives it. */
const RENAMED: Readonly<Record<string, string | undefined>> = { uk: 'GB', eu: undefined, su: 'RU' }

/** The countries that a document counts as published in: as it is tagged, or by its national domain. */
export function publishedIn(document: {
  readonly url: string
  readonly countries?: readonly string[]
}): readonly string[] {
  if (document.countries && document.countries.length > 0) return document.countries
  const ending = hostOf(document.url).split('.').at(-1) ?? ''
  if (!/^[a-z]{2}$/.test(ending) || WORLDWIDE.has(ending)) return []
  const country = ending in RENAMED ? RENAMED[ending] : ending.toUpperCase()
  return country === undefined ? [] : [country]
}
