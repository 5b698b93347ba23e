import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { tableRow } from '../text/blocks.ts'
import { htmlFragmentText } from './html/extract-html.ts'
import { decodeEntities, normalizeLine, proseLine } from './normalize-text.ts'

/** The time that marked takes for a paragraph grows with the square of the marks in it. */
const MOST_MARKS = 1_000
const MARK = /[*_[\]!<`~]/g
/** A term, then its definition on a line that begins with a colon. */
const DEFINITION = /^([^\n:#>|*+-][^\n]{0,98})\n(?:[ \t]*\n)?:[ \t]{1,3}(?=\S)/gm
const FOOTNOTE = /\[\^[^[\]\s]{1,60}\]:?/g
/** A link whose parentheses were escaped by a program that escapes too much. */
const ESCAPED_LINK = /\[([^[\]\n]{1,500})\]\([^()\s]{1,1000}\)/g
/** Nested quotes and lists, which marked reads recursively; nobody writes as many. */
const NESTED_TOO_DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])(?=[ \t>])){50}/m
/** Longer HTML in one block is read without a parser, whose time grows faster than the text. */
const LONGEST_HTML = 50_000
/** A component of MDX with a value in code, such as `<Table rows={[`. */
const COMPONENT = /^<[A-Z][\w.]*\s[^>]*\{/
const CLOSING_FENCE = /\n[ \t]*(?:`{3,}|~{3,})[ \t]*\n*$/

/**
 * Converts Markdown to the format of `text/blocks.ts`: marks dropped, paragraphs on one line. Blocks of
 * code and of images are left out, since they state nothing.
 */
export function markdownText(source: string): string {
  if (NESTED_TOO_DEEP.test(source)) return source
  const written: string[] = []
  writeBlocks(written, lex(source.replace(DEFINITION, '$1: ')))
  return written.join('\n')
}

function lex(source: string): Token[] {
  const lexer = new Lexer({ gfm: true })
  const blocks = lexer.blockTokens(source, lexer.tokens)
  for (const { src, tokens } of lexer.inlineQueue) {
    const marks = src.match(MARK)?.length ?? 0
    if (marks <= MOST_MARKS) lexer.inlineTokens(src, tokens)
    else tokens.push({ type: 'text', raw: src, text: src })
  }
  return blocks
}

function writeBlock(written: string[], token: MarkedToken): void {
  switch (token.type) {
    case 'heading': {
      const title = isPictures(token.tokens) ? alternatives(token.tokens) : inline(token.tokens)
      const line = normalizeLine(title)
      if (line !== '') written.push('', `${'#'.repeat(token.depth)} ${line}`, '')
      break
    }
    case 'paragraph':
    case 'text':
      if (COMPONENT.test(token.raw)) break
      writeLines(written, token.tokens ? inlineBlock(token.tokens) : token.text)
      if (token.type === 'paragraph') written.push('')
      break
    case 'list':
      for (const item of token.items) writeBlocks(written, item.tokens)
      written.push('')
      break
    case 'blockquote':
      writeBlocks(written, token.tokens)
      break
    case 'table':
      written.push('')
      for (const row of [token.header, ...token.rows]) written.push(tableRow(row.map(cellText)))
      written.push('')
      break
    case 'html':
      writeHtml(written, token.text)
      break
    case 'code':
      // A fence that is never closed has text below it, not code.
      if (token.codeBlockStyle !== 'indented' && !CLOSING_FENCE.test(token.raw)) {
        for (const line of token.text.split('\n')) writeLines(written, line)
      }
      break
    default:
      break
  }
}

function writeHtml(written: string[], html: string): void {
  if (html.length <= LONGEST_HTML) written.push(htmlFragmentText(html), '')
  else writeLines(written, html.replace(/<[^<>]{0,500}>/g, ' '))
}

function writeBlocks(written: string[], tokens: readonly Token[]): void {
  for (const token of tokens) writeBlock(written, token as MarkedToken)
}

function writeLines(written: string[], text: string): void {
  for (const line of text.split('\n')) {
    const normal = normalizeLine(line)
    if (normal !== '') written.push(proseLine(normal))
  }
}

function cellText({ tokens }: Tokens.TableCell): string {
  return inline(tokens).replaceAll('\n', ' ')
}

/** Returns the text of a paragraph, or nothing if it has only images, such as a README's badges. */
function inlineBlock(tokens: readonly Token[]): string {
  return isPictures(tokens) ? '' : inline(tokens)
}

/** Removes the marks from a paragraph; links and images keep their text, and line breaks stay. */
function inline(tokens: readonly Token[]): string {
  const text = tokens.map(token => inlineText(token as MarkedToken)).join('')
  return text.replace(ESCAPED_LINK, '$1')
}

function inlineText(token: MarkedToken): string {
  switch (token.type) {
    case 'br':
      return '\n'
    case 'html':
      return /^<br\s*\/?>/i.test(token.text) ? '\n' : token.text.startsWith('<!--') ? '' : ' '
    case 'codespan':
    case 'escape':
      return token.text
    case 'image':
      return token.text
    case 'link':
      // A linked image is a badge.
      return isPictures(token.tokens) ? '' : inline(token.tokens)
    case 'strong':
    case 'em':
    case 'del':
      return inline(token.tokens)
    case 'text':
      return decodeEntities(token.text)
        .replace(/\s*\n\s*/g, ' ')
        .replace(FOOTNOTE, '')
    default:
      return ''
  }
}

function isPictures(tokens: readonly Token[]): boolean {
  let pictures = 0
  for (const token of tokens as readonly MarkedToken[]) {
    if (token.type === 'image' || token.type === 'html') pictures += 1
    else if (token.type === 'link' && isPictures(token.tokens)) pictures += 1
    else if (token.type !== 'br' && /[\p{L}\p{N}]/u.test(token.raw)) return false
  }
  return pictures > 0
}

/** Returns the alternative texts of images. */
function alternatives(tokens: readonly Token[]): string {
  return (tokens as readonly MarkedToken[])
    .map(token => (token.type === 'image' ? token.text : ''))
    .join(' ')
}
