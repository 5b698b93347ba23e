/**
 * Plain words and what reference works call the same thing. Used to look for it, never to write: what
 * a source says is quoted in the source's words.
 */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /\bhow many (?:people|inhabitants|residents)(?: live| are there| does| has)?\b/i,
    'what is the population',
  ],
  [/\b(?:number of )?(?:inhabitants|residents)\b/i, 'population'],
  [/\bhow (?:big|large) is\b/i, 'what is the total area of'],
  [/\b(?:neighbou?rs|neighbou?ring countries|bordering countries)\b/i, 'border countries'],
  [/\bshares? (?:a )?(?:land )?borders? with\b/i, 'border countries'],
  [/\b(?:president|king|queen|monarch|emperor|ruler)\b/i, 'chief of state'],
  [/\b(?:prime minister|premier|chancellor)\b/i, 'head of government'],
  [/\bwho (?:governs|rules|leads|runs)\b/i, 'who is the head of government of'],
  [/\b(?:what|which) languages? (?:is|are|do|does)(?: people)?(?: speak| spoken)?\b/i, 'languages'],
  [/\b(?:currency|money)\b/i, 'exchange rates'],
  [/\bhow long do people live\b/i, 'life expectancy at birth'],
  [/\b(?:jobless rate|joblessness)\b/i, 'unemployment rate'],
  [/\b(?:highest|tallest) (?:mountain|peak)\b/i, 'elevation extremes highest point'],
  [
    /\bwhen did (.{1,60}?) (?:become independent|gain (?:its )?independence)\b/i,
    'independence of $1',
  ],
  [/\bwhich is (?:larger|bigger|smaller)\b/i, 'what is the total area'],
  [/\b(?:which|who) is (?:richer|poorer|wealthier)\b/i, 'what is the GDP per capita'],
  [/\b(?:which|who) (?:is more populous|has more people)\b/i, 'what is the population'],
  [/\b(?:women|woman|females)\b/i, 'female'],
  [/\b(?:men|man|males)\b/i, 'male'],
  [/\b(?:turnover|top line)\b/i, 'revenue'],
  [/\b(?:bottom line)\b/i, 'net income'],
  [/\b(?:headcount|workforce|number of staff)\b/i, 'employees'],
]

/** The question in the words of reference works, as far as they are known. */
export function rephrase(question: string): string {
  return PHRASES.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    question,
  )
}
