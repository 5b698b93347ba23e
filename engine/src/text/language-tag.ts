const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i

/** A BCP 47 tag in lower case, or undefined for what is none. */
export function languageTag(written: string | null | undefined): string | undefined {
  const tag = written?.trim() ?? ''
  return LANGUAGE.test(tag) ? tag.replaceAll('_', '-').toLowerCase() : undefined
}

/** Returns the base language of a tag, `de` for `de-CH`: words are the same, signs may differ. */
export function baseOf(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}

/** The language for Intl, which throws for what is no tag; English instead of that. */
export function knownLocale(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

const MOST_LANGUAGES = 1_000

/** Returns a function that reads something about a language once. */
export function remembered<Value>(read: (language: string) => Value): (language: string) => Value {
  const known = new Map<string, Value>()
  return language => {
    const value = known.get(language) ?? read(language)
    if (known.size < MOST_LANGUAGES) known.set(language, value)
    return value
  }
}
