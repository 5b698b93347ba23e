/** Letters that only turn the direction of others, with which a text can look like another one. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no text needs is taken out
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/** A text from elsewhere without what cannot be seen but changes how the rest looks. */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(DIRECTION, '').replace(CONTROL, '')
}

/** The same for text that must fit on one line, such as a title. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}
