/** The region or group that a question about all of a kind is limited to. */
interface Scope {
  /** What its name begins with: an adjective gives "Europ", a noun "South America". */
  readonly name: string
  /** As the question has it, after a space. */
  readonly text: string
}

const WORLD = /^(?:world|globe|earth)$/i
/** These are known for regions even when they are written small. */
const REGION =
  '(?:(?:north|south|east|west|central|latin|northern|southern|eastern|western|southeast|sub-saharan)\\s+)?(?:africa|europe|asia|america|oceania)|(?:the\\s+)?(?:middle east|caribbean|americas)'
const NAME = "\\p{Lu}[\\p{Ll}'’-]+(?:\\s+\\p{Lu}[\\p{Ll}'’-]+){0,4}"
const PLACED = new RegExp(
  `\\b(?:[Ii]n|[Ww]ithin|[Aa]cross|[Oo]f|[Oo]n)\\s+(?:[Tt]he\\s+)?(?:continent of\\s+)?(${NAME})(?!\\s*\\p{L}*\\d)`,
  'u',
)
const PLACED_SMALL = new RegExp(`\\b(?:in|within|across|of)\\s+(?:the\\s+)?(${REGION})\\b`, 'i')
const ADJECTIVE = new RegExp(`(?<=\\s)(${NAME})\\s+(?=(?:countr|nation|state|compan|cit))`, 'u')
const ADJECTIVE_SMALL =
  /\b((?:(?:north|south|east|west|central|latin)\s+)?(?:african|european|asian|american|caribbean))\s+(?=countr|nation|state|compan|cit)/i
const ENDING = /(?:e?an|n)$/i

/** Takes "in Africa" or "European" out of a clause. */
export function readScope(clause: string): { readonly scope?: Scope; readonly rest: string } {
  for (const pattern of [PLACED_SMALL, PLACED, ADJECTIVE_SMALL, ADJECTIVE]) {
    const found = pattern.exec(clause)
    const written = found?.[1]
    if (!found || written === undefined) continue
    const rest = `${clause.slice(0, found.index)} ${clause.slice(found.index + found[0].length)}`
    if (WORLD.test(written)) return { rest }
    const isAdjective = pattern === ADJECTIVE || pattern === ADJECTIVE_SMALL
    const name = isAdjective ? written.replace(ENDING, '') : written
    return { scope: { name, text: ` ${written}` }, rest }
  }
  return { rest: clause }
}
