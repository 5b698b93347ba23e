/** A report of the longest kind has far less. */
const MOST_CHARACTERS = 100_000
const CODE_BLOCK = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm
const CODE_SPAN = /`+([^`\n]*)`+/g
const HIDDEN_BLOCK =
  /<(script|style|iframe|object|template|svg|math|noscript|textarea)\b[\s\S]*?(?:<\/\1\s*>|$(?![\s\S]))/gi
const COMMENT = /<!--[\s\S]*?(?:-->|$(?![\s\S]))/g
/** A less-than sign before a space or a digit compares; before anything else it is a tag. */
const TAG = /<\/?[a-z!?][^<>\n]*(?:>|$)/gim
const IMAGE = /!\[[^\][\n]*\](?:\([^)\n]*\)?|\[[^\][\n]*\])?/g
const LINK = /\[([^\][\n]*)\]\([^)\n]*(?:\)|$)/gm
const DEFINITION = /^\s{0,3}\[[^\]\n]{1,80}\]:\s?\S.*$/gm
const SOURCE_NUMBER = /\[\[[^\]\n]{0,80}\]\]/g
const FOOTNOTE = /\[\^[^\]\n]{0,40}\]/g
const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.|mailto:|javascript:|data:\w+\/)[^\s<>\])]*/gi
/**
 * What cannot be seen, what strikes out or rings a sign, and what marks of our own are made of. Some
 * scripts need their joiners; in others they only break up words.
 */
const UNSEEN =
  /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]|[\u0334-\u0338\u20d0-\u20ff]|(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}])[\u200c\u200d]+/gu

/**
 * A model's Markdown without everything that it was not asked for: code, HTML, links, images,
 * addresses, footnotes and numbers of sources. Words of links stay; brackets with ids stay.
 */
export function cleanMarkdown(text: string): string {
  return text
    .slice(0, MOST_CHARACTERS)
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .replace(/[^\S\n]{3,}/g, '  ')
    .replace(CODE_BLOCK, '\n')
    .replace(CODE_SPAN, (_, inner: string) => (/[[\]]/.test(inner) ? ' ' : inner))
    .replace(HIDDEN_BLOCK, ' ')
    .replace(COMMENT, ' ')
    .replace(TAG, ' ')
    .replace(IMAGE, ' ')
    .replace(LINK, (_, words: string) => (isId(words) ? `[${words}]` : words))
    .replace(DEFINITION, '')
    .replace(SOURCE_NUMBER, ' ')
    .replace(FOOTNOTE, ' ')
    .replace(ADDRESS, ' ')
}

function isId(words: string): boolean {
  return /^\s*[EF]\d{1,5}\b/i.test(words)
}
