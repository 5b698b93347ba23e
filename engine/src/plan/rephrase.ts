const UNIT =
  '(?:square |sq\\.? ?|cubic )?(?:kilomet(?:er|re)s?|met(?:er|re)s?|miles?|feet|km2?|hectares?|acres?|percent|per cent|(?:us )?dollars?|usd|euros?|eur|years)'
const FAITH =
  '(?:muslims?|christians?|catholics?|protestants?|orthodox|jews|jewish|buddhists?|hindus?|sikhs?|atheists?)'
const PART = '(?:percentage|percent|per cent|share|proportion|fraction)'

/**
 * Everyday words and the labels that reference works use for them. They serve to search, never to
 * write: quotes keep the source's words.
 */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  // A unit is not part of a label.
  [new RegExp(`\\bin ${UNIT}(?=[\\s?.!]*$)`, 'i'), ''],
  [
    new RegExp(
      `\\b(?:(?:(?:what|which) )?${PART}|how many) (?:of )?(?:the )?(?:people|population|citizens|inhabitants)?\\b(.{0,60}?)(?:\\b(?:people|population|citizens) )?\\b(?:is|are) ${FAITH}\\b`,
      'i',
    ),
    'what are the religions $1',
  ],
  [
    /\bhow many (?:people )?are (?:unemployed|jobless|out of work)\b/i,
    'what is the unemployment rate',
  ],
  [/\b(?:military|defen[cs]e) (?:spending|budget)\b/i, 'military expenditures'],
  [/\bCEO\b/, 'chief executive'],
  [/\bhow many (?:people|staff) (?:do|does|did) (.{1,60}?) employ\b/i, 'employees of $1'],
  [
    /\bwhere(?:'s| is| are) (.{1,60}?) (?:headquartered|based)\b/i,
    'what is the headquarters of $1',
  ],
  [
    /\bhow many (?:people|inhabitants|residents)(?: live| are there| does| has)?\b/i,
    'what is the population',
  ],
  [/\b(?:number of )?(?:inhabitants|residents)\b/i, 'population'],
  [/\bhow (?:big|large) is\b/i, 'what is the total area of'],
  [
    /^\s*where(?:'s| is| are| was) (.{1,60}?)(?: located| situated)?(?=[\s?.!]*$)/i,
    'what is the location of $1',
  ],
  [/\b(?:neighbou?rs|neighbou?ring countries|bordering countries)\b/i, 'border countries'],
  [/\bshares? (?:a )?(?:land )?borders? with\b/i, 'border countries'],
  [/\b(?:heads? of state|president|king|queen|monarch|emperor|ruler)\b/i, 'chief of state'],
  [/\b(?:prime minister|premier|chancellor)\b/i, 'head of government'],
  [/\bwho (?:governs|rules|leads|runs)\b/i, 'who is the head of government of'],
  [/\b(?:what|which) languages? (?:is|are|do|does)(?: people)?(?: speak| spoken)?\b/i, 'languages'],
  [/\b(?:currency|money)\b/i, 'exchange rates'],
  [/\btime ?zones?\b/i, 'time difference'],
  [/\bhow long do people live\b/i, 'life expectancy at birth'],
  [/\b(?:jobless rate|joblessness)\b/i, 'unemployment rate'],
  [/\bpoverty (?:rate|level)\b/i, 'population below poverty line'],
  [/\b(?:highest|tallest) (?:mountain|peak)\b/i, 'elevation extremes highest point'],
  [/\b(?:largest|biggest|most populous) (?:city|cities|towns?)\b/i, 'urban areas population'],
  [/\b(?:official|full|formal|long) name\b/i, 'country name conventional long form'],
  [/\b(?:legal |minimum )?(?:voting age|age (?:of|for) voting)\b/i, 'suffrage'],
  [
    /\b(?:have|has|had) (?:an? |any |its own )?(?:army|navy|air force|military|armed forces)\b/i,
    'military branches',
  ],
  [/\b(?:budget|fiscal) (?:balance|deficit|surplus)\b/i, 'budget surplus deficit'],
  [
    /\bwhat (?:goods |products )?(?:do|does|did) (.{1,60}?) (ex|im)port\b/i,
    'what are the $2ports commodities of $1',
  ],
  [
    /\b(?:biggest|main|largest|top|chief|principal|most important) (ex|im)ports?\b/i,
    '$1ports commodities',
  ],
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

const LAST_YEAR = / in ((?:1\d|20)\d{2})[?.!]{0,3}$/

/** Puts a question into the words of reference works. */
export function rephrase(question: string): string {
  return PHRASES.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    yearFirst(question),
  )
}

/** Moves the year to the attribute: "the area of A and B in 2013" asks for the area in 2013 of both. */
function yearFirst(question: string): string {
  const written = LAST_YEAR.exec(question)
  const at = question.indexOf(' of ')
  if (!written || at === -1 || !question.includes(' and ', at)) return question
  return `${question.slice(0, at)} in ${written[1]}${question.slice(at, written.index)}`
}
