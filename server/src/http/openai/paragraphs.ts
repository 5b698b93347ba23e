/** A text in pieces of a paragraph each, which together are the text. */
export function paragraphs(text: string): string[] {
  return text.split(/(?<=\n\n)(?!\n)/)
}
