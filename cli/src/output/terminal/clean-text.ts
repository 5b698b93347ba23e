const LONGEST_COMMAND = 2_000
const MOST_MARKS = 8
const HARMLESS = /^[\t\n\u0020-\u007E]*$/

/** Whole commands to a terminal, so that nothing of them is left between the words. */
const COMMAND = new RegExp(
  [
    String.raw`(?:\u001B\[|\u009B)[\u0020-\u003F]{0,${LONGEST_COMMAND}}[\u0040-\u007E]`,
    String.raw`(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u0090\u0098\u009C-\u009F]{0,${LONGEST_COMMAND}}(?:\u0007|\u001B\\|\u009C)`,
  ].join('|'),
  'g',
)
/** Scripts in which words are written with joiners. */
const JOINING = `[${['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Mymr', 'Khmr'].map(script => `\\p{scx=${script}}`).join('')}]`
/**
 * Controls but newline and tab, and all that is there without being seen: what turns the direction of
 * others, what has no width, tags, fillers. The group has what stays: joiners where a script needs them,
 * variation selectors behind a sign. Emoji lose their joiners, on whose width no two terminals agree.
 */
const UNSEEN = new RegExp(
  [
    String.raw`((?<=\p{Emoji})[\uFE0E\uFE0F]|(?<=${JOINING})[\u200C\u200D](?=${JOINING}))`,
    String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]`,
  ].join('|'),
  'gu',
)
/** A letter with more marks than any language needs is drawn over the lines around it. */
const TOO_MANY_MARKS = new RegExp(String.raw`(?<=\p{M}{${MOST_MARKS}})\p{M}`, 'gu')

/** A text from elsewhere without anything that a terminal would obey or that nobody could see. */
export function cleanText(text: string): string {
  if (HARMLESS.test(text)) return text
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(COMMAND, '')
    .replace(UNSEEN, '$1')
    .toWellFormed()
    .replace(TOO_MANY_MARKS, '')
}

/** The same for what must stand on one line, such as a title. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

/** A text of JSON that says the same, with escapes in place of what could not be seen. */
export function cleanJson(json: string): string {
  return json.replace(UNSEEN, (unseen, kept?: string) => kept ?? escapeUnits(unseen))
}

function escapeUnits(text: string): string {
  return Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}
