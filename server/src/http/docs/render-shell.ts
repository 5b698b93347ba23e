import { pages } from '@footnote/contract/site/pages'
import type { Seller } from '@footnote/contract/site/responses'
import type { DocsPage } from './docs-pages.ts'
import { type Html, html } from './html.ts'
import { markdownPath } from './to-markdown.ts'

/** Renders the head and header around every page of the documentation, like the website's. */
export function renderShell(
  { path, title, summary }: DocsPage,
  { hasWebsite, seller }: { hasWebsite: boolean; seller?: Seller | undefined },
  content: Html,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${summary}">
<title>${title} · Footnote docs</title>
<link rel="preload" as="font" type="font/woff2" crossorigin href="/fonts/geist.woff2">
<link rel="preload" as="font" type="font/woff2" crossorigin href="/fonts/newsreader.woff2">
<link rel="stylesheet" href="/docs.css">
<link rel="alternate" type="text/markdown" href="${markdownPath(path)}">
<link rel="service-desc" type="application/json" href="/openapi.json">
${
  hasWebsite &&
  html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<script type="module" src="/docs.js"></script>`
}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="${hasWebsite ? pages.home : '/docs'}" aria-label="Footnote home">${MARK}<span>Footnote<sup></sup></span></a>
<nav class="ways" aria-label="Main">
<a href="/docs" aria-current="true">Docs</a>
${
  hasWebsite &&
  html`<a href="${pages.prices}">Prices</a>
<a href="${pages.status}">Status</a>`
}
</nav>
${
  hasWebsite &&
  html`${SEARCH}
<div class="entrance">
<a href="${pages.signIn}">Sign in</a>
<a class="sign-up" href="${pages.signUp}">Create account</a>
<button type="button" class="theme" hidden>${THEME_ICONS}</button>
</div>`
}
</header>
${content}
${seller && renderImprint(seller)}
</body>
</html>
`.markup
}

/** Names the seller below every page, as on the website. */
function renderImprint(seller: Seller): Html {
  return html`<footer class="imprint">
<p>${seller.legal_name}, ${seller.address} · <a href="mailto:${seller.support_email}">${seller.support_email}</a></p>
<p><a href="${seller.terms_url}">Terms</a> · <a href="${seller.privacy_url}">Privacy policy</a> · <a href="${seller.refund_url}">Refund policy</a></p>
</footer>`
}

/** The logo: two lines of text, a rule, and the dot of a reference. */
const MARK = html`<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M8 10.5h9M8 16h15"/><path class="dot" d="M8 22.5h7"/><circle cx="22.2" cy="9.6" r="2.7"/></svg>`

/** Hidden until the documentation's script has made it work. */
const SEARCH = html`<form class="search" role="search" hidden>
<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/></svg>
<input type="search" role="combobox" aria-label="Search the docs" aria-keyshortcuts="/" aria-autocomplete="list" aria-expanded="false" aria-controls="search-results" placeholder="Search the docs" autocomplete="off" spellcheck="false" maxlength="100">
<kbd aria-hidden="true">/</kbd>
<div class="results" hidden><p role="status"></p><div id="search-results" role="listbox" aria-label="Results"></div></div>
</form>`

/** A screen, a sun, a moon; the stylesheet shows the icon of the chosen theme. */
const THEME_ICONS = html`<svg class="system" viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="3" width="20" height="14" rx="2"/><path d="M8 21h8M12 17v4"/></svg>
<svg class="light" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4"/></svg>
<svg class="dark" viewBox="0 0 24 24" aria-hidden="true"><path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"/></svg>`
