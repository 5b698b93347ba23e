/** Ways to ask how things compare that name what is compared in other places than a request does. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*how (?:do|does|did) (.{1,200}? and .{1,200}?) (?:compare|differ)( in \d{4})?(?=[\s?.!]*$)/i,
    'compare $1$2',
  ],
  [
    /^\s*how (?:do|does|did) (.{1,200}?) compare (?:with|to|against) (.{1,200}?) in terms of (.{1,200}?)(?=[?.!]*$)/i,
    'compare the $3 of $1 and $2',
  ],
  [/\b(compare (?:with|to|against)) (?:that|those) of /i, '$1 '],
]

/** "How do the economies of Chile and Peru compare?" asks to compare them; others stay as they are. */
export function asComparison(clause: string): string {
  const form = FORMS.find(([pattern]) => pattern.test(clause))
  return form ? clause.replace(...form) : clause
}
