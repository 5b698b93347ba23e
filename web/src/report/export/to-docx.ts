import { strToU8, zipSync } from 'fflate'
import type { ReportNode } from '../tame-report.ts'
import {
  blocksOf,
  escapeXml,
  numbersOf,
  originText,
  type ReportDocument,
} from './report-document.ts'

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A report as a Word file: headings, lists, tables, links, and its sources at the end. */
export function toDocx(document: ReportDocument): Uint8Array<ArrayBuffer> {
  const links: string[] = []
  const { title, origin, sources } = document
  const body = [
    paragraph('Title', run(title, {})),
    paragraph('Subtitle', run(originText(origin), {})),
    ...blocksOf(document).map(node => block(node, { links, indent: 0 })),
    ...(sources.length === 0 ? [] : [paragraph('Heading1', run('Sources', {}))]),
    ...sources.map(({ title: name, href, address, publisher }, index) =>
      paragraph(
        'Normal',
        run(`${index + 1}. `, {}) +
          (href === undefined ? run(name, {}) : link(href, run(name, { isLink: true }), links)) +
          run(`, ${publisher ?? address}`, {}),
      ),
    ),
  ].join('')
  const file = (text: string) => strToU8(HEADER + text)
  return zipSync({
    '[Content_Types].xml': file(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${DOCUMENT}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${DOCUMENT}.styles+xml"/></Types>`,
    ),
    '_rels/.rels': file(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': file(
      `<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    ),
    'word/styles.xml': file(`<w:styles xmlns:w="${WORD}">${STYLES.map(style).join('')}</w:styles>`),
    'word/_rels/document.xml.rels': file(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/>${links
        .map(
          (href, index) =>
            `<Relationship Id="link${index}" Type="${OFFICE}/hyperlink" Target="${escapeXml(href)}" TargetMode="External"/>`,
        )
        .join('')}</Relationships>`,
    ),
  })
}

/** Name, size in half points, space before in twentieths of a point, and other properties. */
const STYLES = [
  { id: 'Normal', size: 22, before: 0, more: '' },
  { id: 'Title', size: 40, before: 0, more: '<w:b/>' },
  { id: 'Subtitle', size: 18, before: 0, more: '<w:color w:val="666666"/>' },
  { id: 'Heading1', size: 30, before: 360, more: '<w:b/>' },
  { id: 'Heading2', size: 26, before: 280, more: '<w:b/>' },
  { id: 'Heading3', size: 24, before: 240, more: '<w:b/>' },
  { id: 'Heading4', size: 22, before: 200, more: '<w:b/>' },
  { id: 'Quote', size: 22, before: 0, more: '<w:i/>' },
] as const

function style({ id, size, before, more }: (typeof STYLES)[number]): string {
  const name = id.replace(/(\d)$/, ' $1').toLowerCase()
  const isDefault = id === 'Normal' ? ' w:default="1"' : ''
  return `<w:style w:type="paragraph"${isDefault} w:styleId="${id}"><w:name w:val="${name}"/><w:qFormat/><w:pPr><w:spacing w:before="${before}" w:after="140" w:line="276" w:lineRule="auto"/></w:pPr><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia"/>${more}<w:sz w:val="${size}"/></w:rPr></w:style>`
}

interface Place {
  readonly links: string[]
  /** Depth of nested lists and quotes. */
  readonly indent: number
}

const BLOCKS = new Set(['p', 'ul', 'ol', 'blockquote', 'pre', 'table', 'hr'])
const HEADING_SHIFT = 2
const INDENT = 360

function block(node: ReportNode, place: Place): string {
  const { tagName = '', children = [], properties = {} } = node
  if (node.type === 'text')
    return node.value?.trim() ? paragraph('Normal', run(node.value, {}), place.indent) : ''
  const heading = /^h([3-6])$/.exec(tagName)?.[1]
  if (heading !== undefined)
    return paragraph(`Heading${Number(heading) - HEADING_SHIFT}`, inline(node, place, {}))
  switch (tagName) {
    case 'ul':
    case 'ol': {
      const start = typeof properties['start'] === 'number' ? properties['start'] : 1
      const items = children.filter(child => child.tagName === 'li')
      return items
        .map((item, index) => listItem(item, tagName === 'ul' ? '•' : `${start + index}.`, place))
        .join('')
    }
    case 'blockquote':
      return children.map(child => block(child, { ...place, indent: place.indent + 1 })).join('')
    case 'table':
      return table(node, place)
    case 'hr':
      return paragraph('Normal', '')
    default:
      return paragraph('Normal', inline(node, place, {}), place.indent)
  }
}

/** The text of an item as one paragraph with its mark, and the blocks within it below. */
function listItem({ children = [] }: ReportNode, mark: string, place: Place): string {
  const inside = { ...place, indent: place.indent + 1 }
  const isBelow = ({ tagName = '' }: ReportNode) => BLOCKS.has(tagName) && tagName !== 'p'
  const text = children
    .filter(child => !isBelow(child))
    .map(child => inline(child, place, {}))
    .join('')
  const below = children.filter(isBelow).map(child => block(child, inside))
  return paragraph('Normal', run(`${mark} `, {}) + text, inside.indent) + below.join('')
}

function table(node: ReportNode, place: Place): string {
  const rows = (parent: ReportNode): ReportNode[] =>
    parent.tagName === 'tr' ? [parent] : (parent.children ?? []).flatMap(rows)
  const edge = (side: string) => `<w:${side} w:val="single" w:sz="4" w:color="BBBBBB"/>`
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')
  const written = rows(node).map(({ children = [] }) => {
    const cells = children
      .filter(({ tagName }) => tagName === 'td' || tagName === 'th')
      .map(cell => {
        const text = inline(cell, place, { isBold: cell.tagName === 'th' })
        return `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${paragraph('Normal', text)}</w:tc>`
      })
    return `<w:tr>${cells.join('')}</w:tr>`
  })
  return `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr>${written.join('')}</w:tbl>${paragraph('Normal', '')}`
}

interface Look {
  readonly isBold?: boolean
  readonly isItalic?: boolean
  readonly isStruck?: boolean
  readonly isCode?: boolean
  readonly isRaised?: boolean
  readonly isLink?: boolean
}

const LOOKS: Readonly<Record<string, Look>> = {
  strong: { isBold: true },
  em: { isItalic: true },
  del: { isStruck: true },
  code: { isCode: true },
}

function inline(node: ReportNode, place: Place, look: Look): string {
  if (node.type === 'text') return run(node.value ?? '', look)
  const numbers = numbersOf(node)
  if (numbers) return run(`[${numbers.join(', ')}]`, { ...look, isRaised: true })
  const { tagName = '', properties = {}, children = [] } = node
  if (tagName === 'br') return '<w:r><w:br/></w:r>'
  const href = properties['href']
  const isLink = tagName === 'a' && typeof href === 'string' && href !== ''
  const inner = { ...look, ...LOOKS[tagName], ...(isLink && { isLink }) }
  const text = children.map(child => inline(child, place, inner)).join('')
  return isLink ? link(href, text, place.links) : text
}

function link(href: string, text: string, links: string[]): string {
  links.push(href)
  return `<w:hyperlink r:id="link${links.length - 1}">${text}</w:hyperlink>`
}

function run(text: string, look: Look): string {
  const properties = [
    look.isCode && '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/>',
    look.isBold && '<w:b/>',
    look.isItalic && '<w:i/>',
    look.isStruck && '<w:strike/>',
    look.isLink && '<w:color w:val="1A56A8"/><w:u w:val="single"/>',
    look.isRaised && '<w:vertAlign w:val="superscript"/>',
  ].filter(Boolean)
  const lines = text.split('\n').map(line => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`)
  return `<w:r><w:rPr>${properties.join('')}</w:rPr>${lines.join('<w:br/>')}</w:r>`
}

function paragraph(styleId: string, runs: string, indent = 0): string {
  const left = indent === 0 ? '' : `<w:ind w:left="${indent * INDENT}"/>`
  return `<w:p><w:pPr><w:pStyle w:val="${styleId}"/>${left}</w:pPr>${runs}</w:p>`
}
