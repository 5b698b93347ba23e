const LONGEST_COMMAND = 2_000
const MOST_MARKS = 8
const HARMLESS = /^[\t\n\u0020-\u007E]*$/

/** Complete escape sequences, so that no part of one is left in the text. */
const COMMAND = new RegExp(
  [
    String.raw`(?:\u001B\[|\u009B)[\u0020-\u003F]{0,${LONGEST_COMMAND}}[\u0040-\u007E]`,
    String.raw`(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u0090\u0098\u009C-\u009F]{0,${LONGEST_COMMAND}}(?:\u0007|\u001B\\|\u009C)`,
  ].join('|'),
  'g',
)
/** Scripts that use joiners inside words. */
const JOINING = `[${['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Mymr', 'Khmr'].map(script => `\\p{scx=${script}}`).join('')}]`
/**
 * Control characters except newline and tab, and invisible ones: direction overrides, zero-width
 * characters, tags, fillers. The group captures exceptions: joiners where a script needs them, and
 * variation selectors after an emoji. Emoji lose their joiners, whose width differs between terminals.
 */
const UNSEEN = new RegExp(
  [
    String.raw`((?<=\p{Emoji})[\uFE0E\uFE0F]|(?<=${JOINING})[\u200C\u200D](?=${JOINING}))`,
    String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]`,
  ].join('|'),
  'gu',
)
/** Marks beyond what any language needs, which would be drawn over neighboring lines. */
const TOO_MANY_MARKS = new RegExp(String.raw`(?<=\p{M}{${MOST_MARKS}})\p{M}`, 'gu')

/** Removes from untrusted text everything a terminal would obey and everything invisible. */
export function cleanText(text: string): string {
  if (HARMLESS.test(text)) return text
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(COMMAND, '')
    .replace(UNSEEN, '$1')
    .toWellFormed()
    .replace(TOO_MANY_MARKS, '')
}

/** Cleans text that must fit on one line, such as a title. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

/** Escapes control and invisible characters in JSON text; it still parses to the same value. */
export function cleanJson(json: string): string {
  return json.replace(UNSEEN, (unseen, kept?: string) => kept ?? escapeUnits(unseen))
}

function escapeUnits(text: string): string {
  return Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}
