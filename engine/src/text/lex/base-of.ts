/** Returns the base language of a tag, `de` for `de-CH`: words are the same, signs may differ. */
export function baseOf(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}
