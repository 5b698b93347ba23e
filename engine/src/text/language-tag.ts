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
