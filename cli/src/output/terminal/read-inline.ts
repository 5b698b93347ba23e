import type { Piece } from '@footnote/contract/report/markers'
import type { SealedText } from '@footnote/contract/report/seal-markers'
import { hostOf, webUrl } from '@footnote/contract/report/web-url'
import { decodeHTMLStrict } from 'entities/decode'
import type { MarkedToken, Token, Tokens } from 'marked'
import { LINE_BREAK, linkTarget, type Run, run, type Style } from './styled-text.ts'
import type { Look } from './terminal.ts'

const DEEPEST = 100
const LINE_BREAK_TAG = /^<br ?\/?>$/i

/** A report's sources and markers, and how to show them. */
export interface ReportContext {
  readonly look: Look
  readonly sealed: Pick<SealedText, 'split' | 'restore' | 'restoreUrl'>
  readonly sources: readonly { readonly url: string }[]
}

/** Style and link that inline tokens inherit. */
interface Surroundings {
  readonly style: Style
  readonly href?: string | undefined
  readonly depth: number
}

/** Narrows the parser's tokens: without extensions it produces only its own. */
export const ownTokens = (tokens: readonly Token[]) => tokens as readonly MarkedToken[]

/** Turns inline tokens into styled runs. Throws if they are nested too deep. */
export function readInline(
  context: ReportContext,
  tokens: readonly Token[],
  style: Style = {},
): Run[] {
  const runs: Run[] = []
  for (const next of readTokens(context, tokens, { style, depth: 0 })) {
    // A citation follows its word directly, without the space before the marker.
    if (next.isBound && runs.length > 0) trimEnd(runs)
    runs.push(next)
  }
  return runs
}

function trimEnd(runs: Run[]): void {
  const last = runs.at(-1)
  if (last && last !== LINE_BREAK)
    runs[runs.length - 1] = { ...last, text: last.text.replace(/[ \n]{1,2}$/, '') }
}

function readTokens(context: ReportContext, tokens: readonly Token[], around: Surroundings): Run[] {
  if (around.depth > DEEPEST) throw new RangeError('too deep')
  return ownTokens(tokens).flatMap(token => readToken(context, token, around))
}

function readToken(context: ReportContext, token: MarkedToken, around: Surroundings): Run[] {
  const { sealed, look } = context
  const inside = (style: Style) =>
    readTokens(context, 'tokens' in token ? (token.tokens ?? []) : [], {
      ...around,
      depth: around.depth + 1,
      style: { ...around.style, ...style },
    })
  switch (token.type) {
    case 'strong':
      return inside({ bold: true })
    case 'em':
      return inside({ italic: true })
    case 'del':
      return look.color
        ? inside({ strike: true })
        : [run('~~', around.style), ...inside({}), run('~~', around.style)]
    case 'codespan':
      return [run(`\`${sealed.restore(token.text)}\``, { ...around.style, cyan: true })]
    case 'br':
      return [LINE_BREAK]
    case 'checkbox':
      // Shown as the marker of its list item.
      return []
    case 'link':
      return readLink(context, token, around)
    case 'image':
      return readImage(context, token, around)
    case 'html':
      if (LINE_BREAK_TAG.test(token.raw)) return [LINE_BREAK]
      return [run(sealed.restore(token.raw), around.style)]
    case 'text':
      if (token.tokens) return inside({})
      return readWords(context, decodeHTMLStrict(token.text), around)
    default:
      return readWords(context, 'text' in token ? token.text : token.raw, around)
  }
}

function readWords(context: ReportContext, text: string, { style, href }: Surroundings): Run[] {
  return context.sealed
    .split(text)
    .flatMap(piece =>
      piece.kind === 'text' ? [run(piece.text, style, { href })] : citationRuns(context, piece),
    )
}

/** Renders `[1]` or `[1,2]`, each number a link to its source. */
export function citationRuns(
  { sources }: Pick<ReportContext, 'sources'>,
  { numbers, rest }: Extract<Piece, { kind: 'citation' }>,
): Run[] {
  const dim = { dim: true }
  const shown = numbers.flatMap((number, index) => [
    run(index === 0 ? '[' : ',', dim, { isBound: true }),
    run(String(number), dim, { href: sources[number - 1]?.url, isBound: true }),
  ])
  return [...shown, run(']', dim, { isBound: true }), ...(rest === '' ? [] : [run(rest)])]
}

/** Renders a link, or only its text if the target is not a web address. */
function readLink(context: ReportContext, token: Tokens.Link, around: Surroundings): Run[] {
  const href = targetOf(context, token)
  const depth = around.depth + 1
  if (href === undefined) return readTokens(context, token.tokens, { ...around, depth })
  const style = { ...around.style, underline: true }
  const words = token.autolink
    ? readWords(context, token.text, { style, href, depth })
    : readTokens(context, token.tokens, { style, href, depth })
  const text = words.map(word => (word.isBound ? '' : word.text)).join('')
  if (!needsAddress(context.look, text, href)) return words
  return [...words, run(` (${href})`, around.style)]
}

function readImage(context: ReportContext, token: Tokens.Image, around: Surroundings): Run[] {
  const href = around.href ?? targetOf(context, token)
  const words = context.sealed.restore(decodeHTMLStrict(token.text)) || 'no description'
  const style = { ...around.style, ...(href !== undefined && { underline: true }) }
  const shown = run(`Image: ${words}`, style, { href })
  return around.href === undefined && href !== undefined && needsAddress(context.look, words, href)
    ? [shown, run(` (${href})`, around.style)]
    : [shown]
}

function targetOf(
  { sealed }: ReportContext,
  { href, autolink }: { readonly href: string; readonly autolink?: boolean },
): string | undefined {
  const url = webUrl(autolink ? href : decodeHTMLStrict(href))
  return url === undefined ? undefined : linkTarget(sealed.restoreUrl(url))
}

/** Returns whether to print the address: links are not clickable, or the text looks like another address. */
function needsAddress({ links }: Look, text: string, href: string): boolean {
  const address = webUrl(text) ?? webUrl(`https://${text}`)
  if (address === href || address?.replace(/^https/, 'http') === href) return false
  if (!links) return true
  return address !== undefined && /\w\.\w/.test(text) && hostOf(address) !== hostOf(href)
}
