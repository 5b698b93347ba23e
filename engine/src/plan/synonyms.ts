/**
 * Plain words and what reference works call the same thing. Used to widen what is searched for, never
 * to write: what the source says is quoted in the source's words.
 */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:people live|inhabitants?|how populous|populous)\b/i, 'population'],
  [/\b(?:how (?:big|large)|size of|surface)\b/i, 'area total'],
  [/\b(?:neighbou?rs?|neighbou?ring|bordering|adjacent)\b/i, 'border countries land boundaries'],
  [/\b(?:president|leader|ruler|king|queen|monarch|governs|rules|leads)\b/i, 'chief of state'],
  [/\b(?:prime minister|premier|chancellor)\b/i, 'head of government'],
  [/\b(?:speak|spoken|speaks)\b/i, 'languages'],
  [/\b(?:currency|money used)\b/i, 'exchange rates'],
  [/\b(?:economic output|size of the economy)\b/i, 'GDP'],
  [/\b(?:how long do people live|live longest|lifespan)\b/i, 'life expectancy at birth'],
  [/\b(?:jobless|out of work)\b/i, 'unemployment rate'],
  [/\b(?:faiths?|worship)\b/i, 'religions'],
  [/\b(?:highest mountain|tallest mountain|highest peak)\b/i, 'elevation highest point'],
  [/\b(?:became independent|gain(?:ed)? independence)\b/i, 'independence'],
  [/\b(?:revenues?|turnover)\b/i, 'sales revenue'],
  [/\b(?:profits?|earnings)\b/i, 'net income profit'],
  [/\b(?:headcount|workforce|staff)\b/i, 'employees'],
]

/** Other words for what is asked; empty when there are none. */
export function synonymsFor(question: string): string {
  return SYNONYMS.filter(([pattern]) => pattern.test(question))
    .map(([, words]) => words)
    .join(' ')
}
