const TARGET =
  '(?:\\([^()\\n]{0,1000}(?:\\([^()\\n]{0,500}\\)[^()\\n]{0,500})?\\)|\\[[^[\\]\\n]{0,200}\\])'
const LABEL = '(?:[^[\\]\\n]|\\[[^[\\]\\n]{0,200}\\]){0,500}'
const PICTURE = new RegExp(`!\\[(${LABEL})\\]${TARGET}`, 'g')
const LINK = new RegExp(`\\[(${LABEL})\\]${TARGET}`, 'g')
/** An image that is a link, usually a badge. */
const BADGE = new RegExp(`\\[\\s*!\\[[^[\\]\\n]{0,500}\\]${TARGET}\\s*\\]${TARGET}`, 'g')
const TAG = /<\/?[a-z][a-z0-9-]{0,20}(?:\s[^<>]{0,500})?\/?>/gi
const CODE = /(`{1,4})([^`\n]+)`{1,4}/g
/** Placeholder for code while the marks around it are removed. */
const HELD = '\u0001'

/** Removes the marks from a Markdown paragraph; links and images keep their text. */
export function markdownInline(text: string): string {
  // Code keeps its characters, but may be the text of a link.
  const code: string[] = []
  const held = text.replaceAll(HELD, '').replace(CODE, (_, _marks, inner: string) => {
    code.push(inner)
    return `${HELD}${code.length - 1}${HELD}`
  })
  return unmark(held)
    .split(HELD)
    .map((part, at) => (at % 2 === 1 ? code[Number(part)] : part))
    .join('')
}

/** Returns whether a paragraph has only images, such as the badges above a README. */
export function isPictures(text: string): boolean {
  const rest = text.replace(BADGE, '').replace(PICTURE, '').replace(TAG, '')
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest)
}

/** Removes the marks from a heading; one that has only images keeps their text. */
export function markdownHeading(title: string): string {
  return markdownInline(isPictures(title) ? title.replace(PICTURE, '$1') : title)
}

function unmark(text: string): string {
  return (
    text
      .replace(BADGE, '')
      .replace(PICTURE, '$1')
      .replace(/\[\^[^[\]\s]{1,60}\]:?/g, '')
      .replace(LINK, '$1')
      .replace(/<(https?:\/\/[^\s<>]{1,2000}|[^\s<>@]{1,100}@[^\s<>]{1,100})>/g, '$1')
      .replace(TAG, ' ')
      .replace(/(\*\*\*|\*\*|\*)(?=\S)([^*\n]{0,2000}?\S)\1/g, '$2')
      .replace(/(?<![\p{L}\p{N}])(__|_)(?=\S)([^_\n]{0,2000}?\S)\1(?![\p{L}\p{N}])/gu, '$2')
      .replace(/~~([^~\n]{1,2000})~~/g, '$1')
      .replace(/\\([\\`*_{}[\]()#+\-.!~>])/g, '$1')
      // Programs that escape too much write `[text]\(address\)`.
      .replace(LINK, '$1')
  )
}
