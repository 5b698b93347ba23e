import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'

interface CodeName {
  readonly value: string
  readonly name: string
}

const REGIONS = new Intl.DisplayNames('en-GB', { type: 'region' })
const LANGUAGES = new Intl.DisplayNames('en-GB', { type: 'language' })

/** The supported codes with their English names, in alphabetical order. */
export const countryNames = named(COUNTRY_CODES, code => REGIONS.of(code))
export const languageNames = named(LANGUAGE_CODES, code => LANGUAGES.of(code))

function named(codes: ReadonlySet<string>, nameOf: (code: string) => string | undefined) {
  return [...codes]
    .map((value): CodeName => ({ value, name: nameOf(value) ?? value }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en-GB'))
}
