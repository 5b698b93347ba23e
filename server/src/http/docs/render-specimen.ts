import { examples } from '@footnote/contract/examples'
import { type Html, html } from './html.ts'

const MARKER = /\[\[(\d+)\]\]/

/** The example answer as a reader would see it: its markers set as footnotes. */
export function renderSpecimen(): Html {
  const { answerRequest, answer } = examples
  const text = answer.answer
    .replace(/ (?=\[\[)/g, '')
    .split(MARKER)
    .map((part, index) => (index % 2 ? html`<sup>${part}</sup>` : part))
  return html`
<figure class="specimen">
<figcaption>${answerRequest.query}</figcaption>
<p>${text}</p>
<ol>${answer.citations.map(
    ({ source, excerpts }) => html`<li><span>${source}</span> “${excerpts.join(' … ')}”</li>`,
  )}</ol>
</figure>`
}
