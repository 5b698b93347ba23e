const MOST_CHARACTERS = 150
/** EDGAR appends the place of registration to a name: `AMPHENOL CORP /DE/`. */
const REGISTERED = /\s+\/.*$|\/(?:[A-Z]{2,3}\/)?$/s

/** Cleans a company's name for a title: one line, without the signs of headings and fields. */
export function cleanName(name: string): string {
  return name
    .slice(0, 2 * MOST_CHARACTERS)
    .toWellFormed()
    .replace(/[\p{C}\s|:#[\]]+/gu, ' ')
    .trim()
    .replace(REGISTERED, '')
    .slice(0, MOST_CHARACTERS)
}
