import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { highlightCode } from './highlight-code.ts'
import { type Html, html } from './html.ts'

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  bash: 'Shell',
  json: 'JSON',
  python: 'Python',
  text: 'Text',
  ts: 'TypeScript',
}
const LONGEST_WHOLE = 24
/** Tables whose rows have ids, by the heading of their first column. */
const LINKED_ROWS = ['Error', 'Format']

export interface Heading {
  readonly id: string
  readonly title: string
  readonly depth: number
}

export interface MarkdownRenderer {
  headings(tokens: readonly Token[]): Heading[]
  render(tokens: readonly Token[]): Html
}

/** Creates a renderer for one page, which numbers its sections and repeated ids. HTML in the text is escaped. */
export function createMarkdownRenderer(
  ids: ReadonlyMap<string, string> = new Map(),
): MarkdownRenderer {
  let sections = 0
  const uses = new Map<string, number>()
  const known = new Map<Tokens.Heading, Heading>()
  const toHeading = (token: Tokens.Heading): Heading => {
    const heading = known.get(token) ?? newHeading(token)
    known.set(token, heading)
    return heading
  }
  const newHeading = ({ text, depth }: Tokens.Heading): Heading => {
    const title = text.replaceAll('`', '')
    const id = ids.get(title) ?? slugOf(title)
    const earlier = uses.get(id) ?? 0
    uses.set(id, earlier + 1)
    return { title, depth, id: earlier === 0 ? id : `${id}-${earlier}` }
  }
  const renderer: RendererObject = {
    heading(token) {
      const words = this.parser.parseInline(token.tokens)
      if (token.depth > 3) return `<h${token.depth}>${words}</h${token.depth}>\n`
      const { id, title } = toHeading(token)
      const mark = token.depth === 2 ? String(++sections) : '#'
      const link = html`<a class="mark" href="#${id}" aria-label="${mark}, link to ${title}">${mark}</a>`
      return `<h${token.depth} id="${id}">${words}${link.markup}</h${token.depth}>\n`
    },
    code({ text, lang = '' }) {
      const [language = '', ...title] = lang.split(' ')
      const name = title.join(' ') || LANGUAGE_NAMES[language] || 'Code'
      return renderCode(name, highlightCode(text, language)).markup
    },
    // Short code is never broken, least of all after the dashes of an option.
    codespan: ({ text }) =>
      text.length > LONGEST_WHOLE
        ? html`<code class="long">${text}</code>`.markup
        : html`<code>${text}</code>`.markup,
    table({ header, rows }) {
      const inline = (cell: Tokens.TableCell | undefined): Html => ({
        markup: this.parser.parseInline(cell?.tokens ?? []),
      })
      return renderTable(header, rows, inline).markup
    },
    html: ({ text }) => html`${text}`.markup,
  }
  const marked = new Marked({ renderer })
  return {
    headings: tokens =>
      tokens
        .filter(isHeading)
        .filter(({ depth }) => depth === 2 || depth === 3)
        .map(toHeading),
    render: tokens => ({ markup: marked.parser([...tokens]) }),
  }
}

export function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

/** Renders a block of code that scrolls by itself, also by keyboard. */
function renderCode(title: string, code: Html): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0" role="group" aria-label="${title}"><code>${code}</code></pre></figure>
`
}

/**
 * Renders a table whose first column heads its rows. On narrow screens the stylesheet stacks the
 * cells, after which some browsers no longer see a table, so it has explicit roles.
 */
function renderTable(
  header: readonly Tokens.TableCell[],
  rows: readonly (readonly Tokens.TableCell[])[],
  inline: (cell: Tokens.TableCell | undefined) => Html,
): Html {
  const kind = header[0]?.text ?? ''
  const idOf = (cell: Tokens.TableCell | undefined) =>
    LINKED_ROWS.includes(kind) && `${kind.toLowerCase()}-${cell?.text.replaceAll('`', '')}`
  return html`<table role="table">
<thead role="rowgroup"><tr role="row">${header.map(cell => html`<th role="columnheader" scope="col">${inline(cell)}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(([first, ...others]) => {
    const id = idOf(first)
    return html`
<tr role="row"${id && html` id="${id}"`}><th role="rowheader" scope="row">${inline(first)}</th>${others.map(
      (cell, index) =>
        html`<td role="cell" data-head="${header[index + 1]?.text.replaceAll('`', '')}">${inline(cell)}</td>`,
    )}</tr>`
  })}</tbody>
</table>
`
}

/** Makes ids as code hosts do, so that links in the Markdown itself work there too. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
