import { type Block, blocks, type Cell, tableRow } from './blocks.ts'

/** Writes a document's text as Markdown. */
export function toMarkdown(text: string): string {
  return blocks(text)
    .map(block => (block.kind === 'table' ? markdownTable(block.rows) : sliceOf(text, block)))
    .join('\n\n')
}

/** Writes a document's text as HTML: headings, paragraphs and tables, with no scripts, styles or links. */
export function toHtml(text: string): string {
  return blocks(text)
    .map(block => {
      if (block.kind === 'heading') return element(`h${block.level}`, escapeHtml(block.title))
      if (block.kind === 'table') return element('table', block.rows.map(htmlRow).join(''))
      return element('p', escapeHtml(sliceOf(text, block)))
    })
    .join('\n')
}

function sliceOf(text: string, { start, end }: Block): string {
  return text.slice(start, end).trim()
}

/** Markdown has no table without a rule below its first row. */
function markdownTable(rows: readonly (readonly Cell[])[]): string {
  const [head = [], ...rest] = rows.map(row => row.map(({ text }) => text))
  const rule = `|${' --- |'.repeat(head.length)}`
  return [tableRow(head), rule, ...rest.map(tableRow)].join('\n')
}

function htmlRow(row: readonly Cell[]): string {
  return element('tr', row.map(({ text }) => element('td', escapeHtml(text))).join(''))
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
