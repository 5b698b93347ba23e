import { examples } from '@footnote/contract/examples'
import { guide } from '@footnote/contract/guide'
import { errorExample } from '@footnote/contract/openapi-errors'
import { OPERATION_GROUPS, operationGroup } from '@footnote/contract/operation-group'
import { operationEntries, operations } from '@footnote/contract/operations'
import { pages } from '@footnote/contract/site/pages'
import { curlCommand } from './docs/curl-command.ts'
import { type Html, html } from './docs/html.ts'
import {
  errorsTable,
  formatsTable,
  limitsTable,
  pricesTable,
  statesTable,
} from './docs/reference-tables.ts'
import { highlightJson, renderCode } from './docs/render-code.ts'
import { renderFields } from './docs/render-fields.ts'
import { renderGuide } from './docs/render-guide.ts'
import { renderOperation } from './docs/render-operation.ts'
import { renderProse } from './docs/render-prose.ts'
import { renderSpecimen } from './docs/render-specimen.ts'
import { sharedObjects } from './docs/shared-objects.ts'

interface Section {
  readonly id: string
  readonly title: string
  readonly body: Html
  /** Entries below the section in the contents. */
  readonly entries?: readonly { readonly id: string; readonly title: string }[]
}

/** The API reference as one page without script, made from the contract's tables. */
export function renderDocsPage({
  baseUrl,
  hasWebsite,
}: {
  baseUrl: string
  hasWebsite: boolean
}): string {
  const sections = listSections(baseUrl.replace(/\/+$/, ''))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${guide.about.paragraphs[0]}">
<title>Footnote API reference</title>
<link rel="stylesheet" href="/docs.css">
<link rel="service-desc" type="application/json" href="/openapi.json">
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
<header class="bar">
<a class="brand" href="${hasWebsite ? '/' : '/docs'}">Footnote<sup>1</sup></a>
<p>API reference <span>v1</span></p>
<nav class="ways" aria-label="Footnote">
<a href="/openapi.json">OpenAPI</a>
${hasWebsite && html`<a href="${pages.keys}">Keys and wallet</a>`}
</nav>
</header>
<div class="frame">
${renderContents(sections)}
<main id="content">
<h1>Answers that say<br>where they come from<sup>1</sup></h1>
${sections.map(renderSection)}
</main>
</div>
</body>
</html>
`.markup
}

function listSections(baseUrl: string): Section[] {
  return [
    {
      id: 'about',
      title: guide.about.title,
      body: html`<div class="pair">${renderGuide('about')}${renderSpecimen()}</div>`,
    },
    {
      id: 'authentication',
      title: guide.authentication.title,
      body: renderGuide('authentication'),
    },
    { id: 'first-call', title: 'A first call', body: renderFirstCall(baseUrl) },
    ...OPERATION_GROUPS.map(group => operationSection(baseUrl, group)),
    {
      id: 'billing',
      title: guide.billing.title,
      body: html`${renderGuide('billing')}${pricesTable()}`,
    },
    { id: 'limits', title: 'Limits', body: limitsTable() },
    { id: 'errors', title: guide.errors.title, body: renderErrors() },
    { id: 'objects', title: 'Shared objects', ...objectsSection() },
    { id: 'formats', title: 'Formats', body: formatsTable() },
    { id: 'storage', title: guide.storage.title, body: renderGuide('storage') },
    { id: 'versioning', title: guide.versioning.title, body: renderGuide('versioning') },
  ]
}

function renderFirstCall(baseUrl: string): Html {
  const [[status, response] = ['', { examples: {} }]] = Object.entries(operations.answer.responses)
  return html`<div class="prose">
<p>${renderProse('Put a key into `FOOTNOTE_API_KEY`, recharge the wallet, and ask. The answer names its sources, what it cost and what is left.')}</p>
</div>
<div class="pair even">
${renderCode({ title: 'Shell', code: curlCommand(baseUrl, operations.answer, examples.answerRequest) })}
${Object.values(response.examples).map(example =>
  renderCode({
    title: `Response ${status}`,
    code: highlightJson(JSON.stringify(example, null, 2)),
  }),
)}
</div>`
}

function operationSection(baseUrl: string, group: (typeof OPERATION_GROUPS)[number]): Section {
  const own = operationEntries().filter(([, operation]) => operationGroup(operation) === group)
  const isTasks = group === 'Background tasks'
  const entries = own.map(([name, { summary }]) => ({ id: name, title: summary }))
  return {
    id: group.toLowerCase().replaceAll(' ', '-'),
    title: group,
    body: html`${isTasks && html`${renderGuide('tasks')}${statesTable()}`}
${own.map(([name, operation]) => renderOperation({ baseUrl }, name, operation))}
${isTasks && html`<article id="events"><h3>${guide.events.title}</h3>${renderGuide('events')}</article>`}`,
    entries: isTasks ? [...entries, { id: 'events', title: guide.events.title }] : entries,
  }
}

function renderErrors(): Html {
  const example = errorExample('INVALID_REQUEST')
  return html`<div class="pair">
${renderGuide('errors')}
${renderCode({ title: 'Error body', code: highlightJson(JSON.stringify(example, null, 2)) })}
</div>
${errorsTable()}`
}

function objectsSection(): Pick<Section, 'body' | 'entries'> {
  return {
    body: html`${sharedObjects.map(
      ({ id, title, schema }) => html`
<article id="${id}"><h3>${title}</h3>
${renderFields({ caption: `Members of ${title}`, schema, direction: 'response' })}</article>`,
    )}`,
    entries: sharedObjects,
  }
}

function renderSection({ id, title, body }: Section, index: number): Html {
  return html`
<section id="${id}">
<h2>${title}<a class="mark" href="#${id}" aria-label="${index + 1}, link to ${title}">${index + 1}</a></h2>
${body}
</section>`
}

function renderContents(sections: readonly Section[]): Html {
  return html`<nav class="contents" aria-label="Contents">
<details>
<summary>Contents</summary>
<ol>${sections.map(
    ({ id, title, entries }) => html`
<li><a href="#${id}">${title}</a>${
      entries &&
      html`<ul>${entries.map(entry => html`<li><a href="#${entry.id}">${entry.title}</a></li>`)}</ul>`
    }</li>`,
  )}
</ol>
</details>
</nav>`
}
