import { Lexer, type MarkedToken, Parser, type Token, walkTokens } from 'marked'
import { readText } from './decode-text.ts'
import { plainKey, readDetails } from './details.ts'
import type { Draft, ExtractOptions } from './extraction.ts'
import { closedHtml, htmlFragmentText } from './html/extract-html.ts'

const GENERIC_NAME = /(?:^|\/)(?:readme|index|about|docs?|overview|_index)(?:\.[a-z]+)?$/i
const LONGEST_FRONT_MATTER = 20_000
/** The time that marked takes for a paragraph grows with the square of the marks in it. */
const MOST_MARKS = 1_000
const MARK = /[*_[\]!<`~]/g
/** A term, then its definition on a line that begins with a colon. */
const DEFINITION = /^([^\n:#>|*+-][^\n]{0,98})\n(?:[ \t]*\n)?:[ \t]{1,3}(?=\S)/gm
const FOOTNOTE = /\[\^[^[\]\s]{1,60}\]:?/g
/** Nested quotes and lists, which marked reads recursively; nobody writes as many. */
const NESTED_TOO_DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])(?=[ \t>])){50}/m
/** Longer HTML in one block is read without a parser, whose time grows faster than the text. */
const LONGEST_HTML = 50_000
/** A component of MDX with a value in code, such as `<Table rows={[`. */
const COMPONENT = /^<[A-Z][\w.]*\s[^>]*\{/
const CLOSING_FENCE = /\n[ \t]*(?:`{3,}|~{3,})[ \t]*\n*$/

export function extractMarkdown(bytes: Uint8Array, options: ExtractOptions): Draft {
  const { fileName = new URL(options.url).pathname } = options
  const { values, body } = splitFrontMatter(readText(bytes, options))
  const details = readDetails(values)
  const text = markdownText(body)
  const title = values.get('title') ?? titleIn(text, { isNamed: !GENERIC_NAME.test(fileName) })
  return { ...details, title, text }
}

/**
 * Converts Markdown to the format of `text/blocks.ts`, by way of HTML. Blocks of code and of images
 * are left out, since they state nothing.
 */
export function markdownText(source: string): string {
  if (NESTED_TOO_DEEP.test(source)) return source
  const tokens = lex(source.replace(DEFINITION, '$1: '))
  void walkTokens(tokens, token => leaveOut(token as MarkedToken))
  return htmlFragmentText(Parser.parse(tokens))
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

function leaveOut(token: MarkedToken): void {
  if (token.type === 'image') Object.assign(token, { type: 'escape' })
  else if (token.type === 'text') token.text = token.text.replace(FOOTNOTE, '')
  else if (token.type === 'link' && isPictures(token.tokens)) token.tokens = []
  else if (token.type === 'paragraph') {
    if (COMPONENT.test(token.raw) || isPictures(token.tokens)) token.tokens = []
  } else if (token.type === 'html') {
    token.text = token.block ? blockHtml(token.text) : inlineHtml(token.text)
  } else if (token.type === 'code') {
    // A fence that is never closed has text below it, not code.
    const isCode = token.codeBlockStyle === 'indented' || CLOSING_FENCE.test(token.raw)
    if (isCode) Object.assign(token, { type: 'html', text: '<br>' })
  }
}

/** Returns whether there are only images, such as a README's badges. */
function isPictures(tokens: readonly Token[]): boolean {
  const isPicture = (token: Token): boolean =>
    token.type === 'image' || (token.type === 'link' && isPictures(token.tokens ?? []))
  const others = tokens.filter(token => !isPicture(token) && token.type !== 'html')
  return others.length < tokens.length && !others.some(({ raw }) => /[\p{L}\p{N}]/u.test(raw))
}

/** Tags in a paragraph may be names of types, which never close. */
function inlineHtml(html: string): string {
  if (html.startsWith('<!--')) return ''
  return /^<br\s*\/?>/i.test(html) ? '<br>' : ' '
}

function blockHtml(html: string): string {
  const text = html.length > LONGEST_HTML ? html.replace(/<[^<>]{0,500}>/g, ' ') : closedHtml(html)
  return `<div>${text}</div>`
}

/**
 * Returns the first-level heading that opens the document if it is the only one. Several are sections,
 * and the file name says more than the first of them, unless it is generic.
 */
function titleIn(text: string, { isNamed }: { readonly isNamed: boolean }): string | undefined {
  const [first, ...others] = Array.from(text.matchAll(/^(#{1,6}) (.+)$/gm))
  const isAlone = others.every(([, signs]) => signs !== '#')
  return first?.[1] === '#' && (isAlone || !isNamed) ? first[2] : undefined
}

interface FrontMatter {
  readonly values: ReadonlyMap<string, string>
  /** The text below it. */
  readonly body: string
}

/** Splits off the front matter of a Markdown file: YAML between `---`, or TOML between `+++`. */
function splitFrontMatter(text: string): FrontMatter {
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text)
  const end = fence ? text.slice(0, LONGEST_FRONT_MATTER).indexOf(`\n${fence[1]}`, 3) : -1
  if (!fence || end === -1) return { values: new Map(), body: text }
  const values = new Map<string, string>()
  for (const line of text.slice(fence[0].length, end).split('\n')) {
    const [, key = '', quoted, bare = ''] =
      /^([\w.-]{1,60})\s*[:=]\s*(?:(["'].*["'])\s*$|(.*))/.exec(line) ?? []
    const value = quoted?.slice(1, -1) ?? bare.replace(/\s#.*$/, '').trim()
    if (value !== '') values.set(plainKey(key), value)
  }
  const rest = text.indexOf('\n', end + 1)
  return { values, body: rest === -1 ? '' : text.slice(rest + 1) }
}
