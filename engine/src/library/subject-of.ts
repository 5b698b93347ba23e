/** Returns the subject of a document: its title without the name of the work that it is part of. */
export function subjectOf(title: string): string {
  return title.split(/ [—–|] /)[0]?.trim() || title
}
