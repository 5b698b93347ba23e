import type { MarkedToken, Token, Tokens } from 'marked'
import { layOutTable } from './lay-out-table.ts'
import { ownTokens, type ReportContext, readInline } from './read-inline.ts'
import { type Line, type Run, run, type Style } from './styled-text.ts'
import { widthOf, wrapRuns } from './wrap-runs.ts'

const DEEPEST = 100
/** Narrowest text column. Blocks nested any deeper are not indented further. */
const NARROWEST_TEXT = 16
const WIDEST_RULE = 24
const CODE_INDENT = '    '
const TAB = '    '
const BULLETS = ['•', '◦', '▪'] as const

interface Place {
  readonly width: number
  readonly depth: number
  readonly listDepth: number
}

/** Renders blocks as lines, with an empty line between blocks. Throws if they are nested too deep. */
export function renderBlocks(
  context: ReportContext,
  tokens: readonly Token[],
  place: Place = { width: context.look.columns, depth: 0, listDepth: 0 },
): Line[] {
  if (place.depth > DEEPEST) throw new RangeError('too deep')
  return separate(ownTokens(tokens).map(token => renderBlock(context, token, place)))
}

function renderBlock(context: ReportContext, token: MarkedToken, place: Place): Line[] {
  const { sealed } = context
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return []
    case 'heading':
      return renderHeading(context, token, place)
    case 'code':
      return renderCode(sealed.restore(token.text))
    case 'blockquote':
      return renderQuote(context, token, place)
    case 'list':
      return renderList(context, token, place)
    case 'table':
      return renderTableToken(context, token, place)
    case 'hr':
      return [[run('─'.repeat(Math.min(place.width, WIDEST_RULE)), { dim: true })]]
    case 'html':
      return renderLines(sealed.restore(token.raw).trim(), place)
    default:
      return wrapRuns(
        readInline(context, 'tokens' in token ? (token.tokens ?? [token]) : [token]),
        place.width,
      )
  }
}

/** Keeps the line breaks and wraps each line. */
function renderLines(text: string, { width }: Place): Line[] {
  return text.split('\n').flatMap(line => wrapRuns([run(line)], width))
}

/** Styles a heading with weight and a rule, or without colors with Markdown's signs. */
function renderHeading(
  context: ReportContext,
  { depth, tokens }: Tokens.Heading,
  place: Place,
): Line[] {
  if (!context.look.color)
    return wrapRuns([run(`${'#'.repeat(depth)} `), ...readInline(context, tokens)], place.width)
  const style: Style = { bold: true, ...(depth === 2 && { underline: true }) }
  const lines = wrapRuns(readInline(context, tokens, style), place.width)
  if (depth > 1) return lines
  const width = Math.max(...lines.map(widthOf))
  return [...lines, [run('━'.repeat(Math.min(width, place.width)), { dim: true })]]
}

function renderCode(text: string): Line[] {
  return text
    .replace(/\n+$/, '')
    .split('\n')
    .map(line => [run(CODE_INDENT + line.replaceAll('\t', TAB))])
}

function renderQuote(context: ReportContext, { tokens }: Tokens.Blockquote, place: Place): Line[] {
  const bar = run('│ ', { dim: true })
  return within(place, [bar], inner => renderBlocks(context, tokens, inner), bar)
}

function renderList(context: ReportContext, list: Tokens.List, place: Place): Line[] {
  const bullet = BULLETS[Math.min(place.listDepth, BULLETS.length - 1)]
  const first = Number(list.start)
  const last = String(first + list.items.length - 1)
  const items = list.items.map((item, index) => {
    const number = list.ordered ? `${String(first + index).padStart(last.length)}.` : ''
    const box = item.task ? boxOf(item) : ''
    const marker = run(`${[number, box].filter(Boolean).join(' ') || bullet} `, { dim: true })
    return within({ ...place, listDepth: place.listDepth + 1 }, [marker], inner =>
      renderItem(context, item, inner),
    )
  })
  return list.loose ? separate(items) : items.flat()
}

const boxOf = ({ checked }: Tokens.ListItem) => (checked ? '☑' : '☐')

/** Renders an item; in a tight list its blocks have no empty lines between them. */
function renderItem(
  context: ReportContext,
  { tokens, loose }: Tokens.ListItem,
  place: Place,
): Line[] {
  if (loose) return renderBlocks(context, tokens, place)
  if (place.depth > DEEPEST) throw new RangeError('too deep')
  return ownTokens(tokens).flatMap(token => renderBlock(context, token, place))
}

function renderTableToken(context: ReportContext, table: Tokens.Table, place: Place): Line[] {
  const read = (cell: Tokens.TableCell) => readInline(context, cell.tokens)
  return layOutTable(
    {
      head: table.header.map(read),
      rows: table.rows.map(row => row.map(read)),
      aligns: table.align.map(align => align ?? 'left'),
    },
    place.width,
  )
}

/** Renders blocks after a marker, with a hanging indent. */
function within(
  place: Place,
  marker: readonly [Run],
  render: (place: Place) => Line[],
  before: Run = run(' '.repeat(widthOf(marker))),
): Line[] {
  const left = place.width - widthOf(marker)
  const isTooNarrow = left < NARROWEST_TEXT
  const inner = { ...place, depth: place.depth + 1, width: isTooNarrow ? place.width : left }
  const lines = render(inner)
  if (isTooNarrow) return [marker, ...lines]
  if (lines.length === 0) return [marker]
  return lines.map((line, index) => {
    if (index === 0) return [...marker, ...line]
    return line.length === 0 && before.text.trim() === '' ? [] : [before, ...line]
  })
}

function separate(blocks: readonly (readonly Line[])[]): Line[] {
  return blocks
    .filter(lines => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : [[], ...lines]))
}
