import type { Token, Tokens } from 'marked'
import { type Html, html } from './html.ts'
import { isHeading, type MarkdownRenderer } from './render-markdown.ts'

interface Part {
  readonly heading: Tokens.Heading | undefined
  readonly tokens: readonly Token[]
}

/** Renders the reference in two columns: text on one side, the form and samples on the other. */
export function renderReference(
  renderer: MarkdownRenderer,
  tokens: readonly Token[],
  tryIt: (id: string) => Html | undefined,
): Html {
  const articles = ({ heading, tokens: inside }: Part): Html => {
    const [{ id } = { id: '' }] = renderer.headings(heading ? [heading] : [])
    const isSample = ({ type }: Token) => type === 'code'
    const samples = inside.filter(isSample)
    const facts = html`<div class="facts">${renderer.render(inside.filter(token => !isSample(token)))}</div>`
    return html`<article>${heading && renderer.render([heading])}
${
  samples.length === 0
    ? facts
    : html`<div class="pair">${facts}<div class="samples">${tryIt(id)}${renderer.render(samples)}</div></div>`
}</article>`
  }
  const [introduction, ...sections] = splitAt(tokens, 2)
  return html`<div class="prose">${renderer.render(introduction?.tokens ?? [])}</div>
${sections.map(({ heading, tokens: section }) => {
  const [start, ...parts] = splitAt(section, 3)
  return html`<section>${heading && renderer.render([heading])}
<div class="prose">${renderer.render(start?.tokens ?? [])}</div>
${parts.map(articles)}</section>
`
})}`
}

/** Splits text at the headings of a depth: the part before the first, then each with its text. */
function splitAt(tokens: readonly Token[], depth: number): Part[] {
  const parts: { heading: Tokens.Heading | undefined; tokens: Token[] }[] = [
    { heading: undefined, tokens: [] },
  ]
  for (const token of tokens) {
    if (isHeading(token) && token.depth === depth) parts.push({ heading: token, tokens: [] })
    else parts.at(-1)?.tokens.push(token)
  }
  return parts
}
