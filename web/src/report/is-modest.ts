const MOST_CHARACTERS = 250_000
const MOST_LINES = 8_000
const MOST_SIGNS = 20_000
const MOST_SIGNS_IN_BLOCK = 2_000
const DEEPEST = 40
/** What may open or close something, and the seal of a citation. */
const SIGN = /[[\]()*_~`<>|#=&\\!@⸨]/g
const OWN_BLOCK = /^[ \t]*(?:$|[|#]|[*+-][ \t]|\d{1,9}[.)][ \t])/
const CONTAINERS = /^(?:[ \t]*(?:>|[*+-][ \t]|\d{1,9}[.)][ \t]))+/
const CONTAINER = />|[*+-]|\d[.)]/g

/**
 * Whether a text is one that the Markdown parser reads within about a second or two. Its time grows
 * with the square of what may open or close something in one block, and with all lines and signs
 * together; people's reports stay far below, and what does not is shown as it is.
 */
export function isModest(text: string): boolean {
  if (text.length > MOST_CHARACTERS) return false
  const lines = text.split('\n')
  if (lines.length > MOST_LINES) return false
  let signs = 0
  let signsInBlock = 0
  for (const line of lines) {
    const count = line.match(SIGN)?.length ?? 0
    signs += count
    signsInBlock = OWN_BLOCK.test(line) ? count : signsInBlock + count
    if (signsInBlock > MOST_SIGNS_IN_BLOCK || signs > MOST_SIGNS) return false
    const containers = CONTAINERS.exec(line)?.[0].match(CONTAINER)?.length ?? 0
    if (containers > DEEPEST) return false
  }
  return true
}
