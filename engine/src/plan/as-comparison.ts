/** Questions that compare, and the same as a request. */
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

/** Turns "How do Chile and Peru compare?" into "compare Chile and Peru"; returns other clauses unchanged. */
export function asComparison(clause: string): string {
  const form = FORMS.find(([pattern]) => pattern.test(clause))
  return form ? clause.replace(...form) : clause
}
