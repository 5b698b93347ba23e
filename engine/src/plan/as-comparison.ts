/** The ways to ask how things compare, and the plain request for it. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^\s*how (?:do|does|did) (.{1,200}? and .{1,200}?) compare(?=[\s?.!]*$)/i, 'compare $1'],
  [
    /^\s*how (?:do|does|did) (.{1,200}?) compare (?:with|to|against) (.{1,200}?) in (?:terms of )?(.{1,200}?)(?=[?.!]*$)/i,
    'compare the $3 of $1 and $2',
  ],
  [
    /^\s*how (?:do|does|did) (.{1,200}?) compare (?:with|to|against) (?:(?:that|those) of )?(.{1,200}?)(?:['’]s)?(?=[\s?.!]*$)/i,
    'compare $1 and $2',
  ],
]

/** "How do the economies of Chile and Peru compare?" asks to compare them; other clauses stay as they are. */
export function asComparison(clause: string): string {
  const form = FORMS.find(([pattern]) => pattern.test(clause))
  return form ? clause.replace(...form) : clause
}
