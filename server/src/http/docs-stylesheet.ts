/** The look of the reference: quiet, editorial, one accent, for any screen and for paper. */
export const docsStylesheet = `
:root {
  color-scheme: light dark;
  --paper: #fdfcf9;
  --sheet: #f5f2eb;
  --ink: #1e1b17;
  --quiet: #635c52;
  --rule: #e2dcd1;
  --accent: #9d2f17;
  --text-token: #2f6046;
  --value-token: #7a4a00;
  --shade: #1e1b1726;
  --serif: 'Iowan Old Style', Charter, 'Palatino Linotype', Palatino, P052, 'TeX Gyre Pagella', Georgia, serif;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  --mono: ui-monospace, 'SF Mono', Menlo, 'Cascadia Mono', Consolas, 'Liberation Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161412;
    --sheet: #1f1c19;
    --ink: #ece6dc;
    --quiet: #a79e91;
    --rule: #37322c;
    --accent: #f19a80;
    --text-token: #9ccbaf;
    --value-token: #e3b877;
    --shade: #000c;
  }
}

*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 400 1rem/1.6 var(--sans);
  overflow-wrap: break-word;
}
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
code { font-family: var(--mono); font-size: 0.875em; overflow-wrap: break-word; }
sup { color: var(--accent); line-height: 0; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: 0.5rem 1rem; background: var(--paper); }

.bar {
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  align-items: baseline;
  gap: 0 1rem;
  padding: 0.85rem 1.25rem;
  border-bottom: 1px solid var(--rule);
  background: var(--paper);
}
.bar p { margin: 0; color: var(--quiet); font-size: 0.875rem; }
.bar p span { margin-left: 0.25rem; font-family: var(--mono); font-size: 0.8125rem; }
.brand { color: var(--ink); font: 600 1.3rem/1 var(--serif); text-decoration: none; }
.brand sup { font-size: 0.6em; font-weight: 400; }
.ways { display: flex; gap: 1.25rem; margin-left: auto; font-size: 0.875rem; }

.contents { border-bottom: 1px solid var(--rule); font-size: 0.875rem; line-height: 1.4; }
.contents summary { padding: 0.85rem 1.25rem; font-weight: 600; cursor: pointer; }
.contents ol, .contents ul { margin: 0; padding: 0; list-style: none; }
.contents ol { padding: 0 1.25rem 1rem; }
.contents ul { padding-left: 0.9rem; border-left: 1px solid var(--rule); }
.contents a { display: block; padding: 0.3rem 0; color: var(--ink); text-decoration: none; }
.contents ul a { color: var(--quiet); }
.contents a:hover { color: var(--accent); text-decoration: underline; }

main { min-width: 0; padding: 2.5rem 1.25rem 6rem; }
h1, h2, h3 { font-family: var(--serif); font-weight: 500; line-height: 1.15; text-wrap: balance; }
h1 { margin: 0 0 2.5rem; font-size: clamp(2.25rem, 1.4rem + 3.6vw, 3.75rem); letter-spacing: -0.02em; }
h1 sup { font-size: 0.42em; vertical-align: 1.1em; }
h2 { margin: 0 0 1.25rem; font-size: 1.875rem; letter-spacing: -0.01em; }
h3 { margin: 0 0 0.5rem; font-size: 1.375rem; }
h4 { margin: 2rem 0 0.5rem; font-size: 0.875rem; font-weight: 600; }
.mark {
  margin-left: 0.2em;
  font: 400 0.5em/0 var(--serif);
  vertical-align: 0.9em;
  text-decoration: none;
}
section { padding-top: 3.5rem; }
section + section { margin-top: 3.5rem; border-top: 1px solid var(--rule); }
h1 + section { padding-top: 0; }
article { margin-top: 3.5rem; }
h2 + article { margin-top: 2rem; }

.prose { max-width: 40rem; font: 400 1.0938rem/1.65 var(--serif); }
.prose p, .prose ul { margin: 0 0 1rem; }
.prose ul { padding-left: 1.1rem; }
.prose li::marker { color: var(--accent); }
.prose code { font-size: 0.82em; }
.facts > p { margin: 0 0 0.75rem; max-width: 40rem; }
.facts > .caption { margin-top: 1.75rem; }
.facts > .price { color: var(--quiet); font-size: 0.875rem; }
.endpoint { margin: 0 0 1.25rem; }
.method { margin-right: 0.35rem; color: var(--accent); font: 600 0.8125rem/1 var(--mono); letter-spacing: 0.04em; }

table { width: 100%; margin: 1.75rem 0 0; border-collapse: collapse; font-size: 0.875rem; line-height: 1.5; }
caption, .facts > .caption { padding: 0 0 0.5rem; font-size: 0.875rem; font-weight: 600; text-align: left; }
caption b, .caption b { margin-right: 0.35rem; color: var(--accent); font-family: var(--mono); font-size: 0.8125rem; }
th, td { padding: 0.65rem 1rem 0.65rem 0; border-top: 1px solid var(--rule); text-align: left; vertical-align: top; font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { padding-block: 0.4rem; border-top-color: var(--ink); color: var(--quiet); font-size: 0.8125rem; }
tbody tr:last-child > * { border-bottom: 1px solid var(--rule); }
tr:target > * { background: var(--sheet); }
th small { display: block; color: var(--quiet); font-size: 0.8125rem; }
th small strong { color: var(--accent); font-weight: 600; }
th small :is(strong, span)::before { content: '· '; color: var(--quiet); font-weight: 400; }
.status { margin-right: 0.35rem; color: var(--accent); font: 600 0.8125rem/1 var(--mono); }
.amount { font-variant-numeric: tabular-nums; }
#billing > table, #limits > table, #background-tasks > table { max-width: 40rem; }
.facts table { table-layout: fixed; }
.facts thead th:first-child { width: 42%; }

.codes { display: flex; flex-wrap: wrap; gap: 0.35rem 1.25rem; margin: 0; padding: 0; list-style: none; font: 400 0.8125rem/1.6 var(--mono); }
.codes a { color: var(--ink); text-decoration-color: var(--rule); }
.codes span { color: var(--accent); }

.code { margin: 0; border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet); }
.code + .code { margin-top: 1rem; }
.code figcaption { padding: 0.5rem 0.9rem; border-bottom: 1px solid var(--rule); color: var(--quiet); font-size: 0.8125rem; }
/* A shade at the right edge while there is more to see; the cover over it scrolls away with the code. */
pre {
  margin: 0;
  padding: 0.9rem;
  overflow-x: auto;
  border-radius: 0 0 6px 6px;
  background:
    linear-gradient(to left, var(--sheet) 50%, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--shade), transparent) right / 0.75rem 100% no-repeat scroll;
  font: 400 0.8125rem/1.6 var(--mono);
}
pre code { font-size: 1em; overflow-wrap: normal; }
pre:focus-visible { outline-offset: -2px; }
pre .text { color: var(--text-token); }
pre .value { color: var(--value-token); }

.specimen { margin: 1.5rem 0 0; padding: 1.5rem; border-top: 3px solid var(--accent); background: var(--sheet); font-family: var(--serif); }
.specimen figcaption { color: var(--quiet); font-style: italic; }
.specimen p { margin: 0.75rem 0 1.5rem; font-size: 1.3125rem; line-height: 1.45; }
.specimen sup { margin-left: 0.1em; font-size: 0.6em; }
.specimen ol { margin: 0; padding: 0.75rem 0 0; border-top: 1px solid var(--rule); list-style: none; counter-reset: note; font-size: 0.875rem; line-height: 1.5; }
.specimen li { counter-increment: note; color: var(--quiet); }
.specimen li::before { content: counter(note); margin-right: 0.35em; color: var(--accent); font-size: 0.75em; vertical-align: 0.4em; }
.specimen li span { color: var(--ink); }
.samples { margin-top: 2rem; }
.pair.even > * { margin-top: 1rem; }
.prose + .code { margin-top: 1.5rem; }

@media (max-width: 40rem) {
  .bar p { display: none; }
  table, caption, tbody, tr, tbody th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { padding: 0.65rem 0; border-top: 1px solid var(--rule); }
  tbody tr:first-child { border-top-color: var(--ink); }
  tbody tr:last-child { border-bottom: 1px solid var(--rule); }
  tbody th, td, tbody tr:last-child > * { width: auto; padding: 0.15rem 0; border: 0; }
  tr:target { background: var(--sheet); }
  td:not(:nth-child(2):last-child)::before { content: attr(data-head) ': '; color: var(--quiet); }
}

@media (min-width: 60rem) {
  #errors tbody th, #formats tbody th { white-space: nowrap; }
  .bar { padding-inline: 2.5rem; }
  .frame { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); max-width: 90rem; margin-inline: auto; }
  .contents { position: sticky; top: 3.4rem; height: calc(100vh - 3.4rem); padding: 1.75rem 0 3rem 2.5rem; overflow-y: auto; border: 0; font-size: 0.8125rem; }
  .contents ol { padding: 0; }
  .contents ol > li { margin-bottom: 0.35rem; }
  .contents a { padding: 0.2rem 0; }
  main { padding: 4rem 2.5rem 8rem 3.5rem; }
  /* The contents are always open beside the page; where a browser cannot say so, they fold. */
  @supports selector(::details-content) {
    .contents summary { display: none; }
    .contents ::details-content { content-visibility: visible; }
  }
}

@media (min-width: 75rem) {
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 28rem); gap: 3rem; align-items: start; }
  .pair.even { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; }
  .pair > .specimen, .pair > .code { margin-top: 0; }
  .samples { margin-top: 0; }
}

/* Only where the samples fit: a tall column that sticks would hide its own end. */
@media (min-width: 75rem) and (min-height: 62rem) {
  .samples { position: sticky; top: 5rem; }
}

@media print {
  @page { margin: 2cm; }
  .bar, .contents, .skip, .mark { display: none; }
  :root { --paper: #fff; --sheet: #fff; --ink: #000; --quiet: #444; --rule: #bbb; --accent: #000; --text-token: #000; --value-token: #000; }
  body { font-size: 10pt; }
  main { padding: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .samples { position: static; }
  h2, h3, h4, caption { break-after: avoid; }
  tr, .code, .specimen { break-inside: avoid; }
}
`
