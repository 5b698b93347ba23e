const MOST_CHARACTERS = 150
/** EDGAR appends the place of registration to a name: `AMPHENOL CORP /DE/`. */
const REGISTERED = /\s+\/.*$|\/(?:[A-Z]{2,3}\/)?$/s

/** A company's name as it may stand in a title: one line, no signs that headings and fields use. */
export function cleanName(name: string): string {
  return name
    .slice(0, 2 * MOST_CHARACTERS)
    .toWellFormed()
    .replace(/[\p{C}\s|:#[\]]+/gu, ' ')
    .trim()
    .replace(REGISTERED, '')
    .slice(0, MOST_CHARACTERS)
}
