/** `de` of `de-CH`: the words are the same, the signs may differ. */
export function baseOf(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}
