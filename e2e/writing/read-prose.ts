import { lexer, type Token } from 'marked'
import { parseSync } from 'rolldown/utils'

/** Text that people read, with the line where it begins. */
interface Prose {
  readonly line: number
  readonly text: string
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly value?: unknown
  readonly name?: string
  readonly callee?: SyntaxNode
  readonly object?: SyntaxNode
  readonly arguments?: readonly SyntaxNode[]
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
}

/** Shorter strings are labels, names and values. */
const FEWEST_WORDS = 4
const TEST_FUNCTIONS = new Set(['describe', 'it', 'test'])

/** Reads the sentences of a Markdown page: no code, no headings. */
export function readMarkdown(source: string): Prose[] {
  const found: Prose[] = []
  const visit = (tokens: readonly Token[], from: number) => {
    let at = from
    for (const token of tokens) {
      const start = Math.max(source.indexOf(token.raw, at), at)
      if (token.type === 'paragraph' || token.type === 'text') add(token.text, start)
      else if (token.type === 'table') {
        for (const cell of token.rows.flat()) add(cell.text, start)
      } else if (token.type === 'list') {
        for (const item of token.items) visit(item.tokens, start)
      } else if (token.type === 'blockquote') visit(token.tokens ?? [], start)
      at = start
    }
  }
  const add = (text: string, start: number) => found.push({ line: lineAt(source, start), text })
  visit(lexer(source), 0)
  return found
}

/** Reads comments, and strings and JSX text of at least four words. */
export function readCode(path: string, source: string): Prose[] {
  const { program, comments } = parse(path, source)
  const strings: Prose[] = []
  walk(program as unknown as SyntaxNode, node => {
    const text = textOf(node)
    if (text !== undefined && text.trim().split(/\s+/).length >= FEWEST_WORDS) {
      strings.push({ line: lineAt(source, node.start), text })
    }
  })
  return [...strings, ...readComments(source, comments)]
}

/** Reads the names of tests, and comments. */
export function readTestNames(path: string, source: string): Prose[] {
  const { program, comments } = parse(path, source)
  const names: Prose[] = []
  walk(program as unknown as SyntaxNode, node => {
    if (node.type !== 'CallExpression' || !TEST_FUNCTIONS.has(rootName(node.callee))) return
    const [name] = node.arguments ?? []
    const text = name && textOf(name)
    if (text) names.push({ line: lineAt(source, node.start), text })
  })
  return [...names, ...readComments(source, comments)]
}

function parse(path: string, source: string) {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} does not parse`)
  return { program, comments }
}

/** Joins `//` comments on successive lines, which are one text. */
function readComments(
  source: string,
  comments: readonly { type: string; value: string; start: number; end: number }[],
): Prose[] {
  const found: { line: number; text: string; end: number }[] = []
  for (const { type, value, start, end } of comments) {
    const text = value.replaceAll(/^\s*\*+ ?/gm, ' ').trim()
    const last = found.at(-1)
    if (type === 'Line' && last && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += ` ${text}`
      last.end = end
    } else found.push({ line: lineAt(source, start), text, end })
  }
  return found
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'JSXText') return String(node.value)
  return node.quasis?.map(({ value }) => value.cooked).join('code')
}

/** The name before dots and calls: `it` of `it.each(rows)`. */
function rootName(node: SyntaxNode | undefined): string {
  return node === undefined ? '' : (node.name ?? rootName(node.object ?? node.callee))
}

function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && 'type' in child) walk(child, visit)
    }
  }
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}
