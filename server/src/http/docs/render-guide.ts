import { type GuideTopic, guideSection } from '@footnote/contract/guide'
import { type Html, html } from './html.ts'
import { renderProse } from './render-prose.ts'

/** A section of the guide without its title. */
export function renderGuide(topic: GuideTopic): Html {
  const { paragraphs, list } = guideSection(topic)
  return html`<div class="prose">
${paragraphs.map(text => html`<p>${renderProse(text)}</p>`)}
${list && html`<ul>${list.map(item => html`<li>${renderProse(item)}</li>`)}</ul>`}
</div>`
}
