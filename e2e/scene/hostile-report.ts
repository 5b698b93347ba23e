const EVIL = 'https://evil.example'
const RUN = 'globalThis.hasRun=true'

/** Sources of which only the first one is honest. */
export const hostileSources = [
  { url: 'https://example.com/honest', title: 'An honest page' },
  { url: `javascript:${RUN}`, title: `<img src=x onerror=${RUN}>` },
  { url: `data:text/html,<script>${RUN}</script>`, title: '\u202Eegap tsenoh nA\u202C' },
  { url: 'https://bank.example@evil.example/', title: '' },
]

/** A report that tries everything it must not be able to do, with a last line to look for. */
export const hostileReport = `# Report [[1]]

<script>${RUN}</script>
<img src="${EVIL}/a.png" onerror="${RUN}"><svg onload="${RUN}"><style>* { display: none }</style>
<iframe src="javascript:parent.hasRun=true" srcdoc="<script>parent.hasRun=true</script>"></iframe>
<meta http-equiv="refresh" content="0;url=${EVIL}"><base href="${EVIL}"><link rel="stylesheet" href="${EVIL}/a.css">
<form id="root" action="${EVIL}"><input name="body" autofocus onfocus="${RUN}"></form><a id="main" name="location">x</a>

[plain](javascript:${RUN}) [entity](&#106;avascript:${RUN}) [tab](java&#9;script:${RUN})
[data](data:text/html;base64,PHNjcmlwdD4=) [blob](blob:${EVIL}) [here](/sign-out) [there](//evil.example)
<javascript:${RUN}> <vbscript:x> [quote](https://example.com/"onmouseover="${RUN})
[[1]](javascript:${RUN}) [[1]][evil] [1] ![pixel](${EVIL}/p.png) ![data](data:image/svg+xml,<svg/onload=${RUN}>)
[![within](${EVIL}/q.png)](${EVIL}/r) [a [[1]] b](https://example.com/within) https://example.com/bare[[1]]

[1]: javascript:${RUN}
[evil]: javascript:${RUN}
[[1]]: javascript:${RUN}

| \u202Eesrever | [[1]] **[[1, 9]]** | <td onclick="${RUN}"> |
|:-:|--:|---|
| ${'wide '.repeat(60)} | \`[[1]]\` | [[7]] |

###### Skipped levels [[2]]
## __proto__
### constructor

Turned&#x202e;round &#x2067;and&#8297; forged ⸨0⸩ &#x2e28;0&#x2e29; &#91;&#91;1&#93;&#93; ends

[^__proto__] [^body] - [x] done

[^__proto__]: a note ![n](${EVIL}/n.png)
[^body]: <script>${RUN}</script>

- [x] task **[[3]]**
- *broken **emphasis [[4]]* [link](https://example.com
  > quote \`\`\`

> The last line can be read [[1]].

\`\`\`html
<script>${RUN}</script> [[1]]
`

/** Texts that take a Markdown parser minutes or all of its memory. */
export const bombs = [
  ']'.repeat(200_000),
  '> '.repeat(100_000),
  `|a|b|\n|-|-|\n${'|[[1]]|b|\n'.repeat(20_000)}`,
  `${'*a **b _c '.repeat(2_000)}${'[[1]]'.repeat(30_000)}`,
  `https://x.example/a${','.repeat(20_000)}b`,
  `[ ${'a '.repeat(100_000)}`,
  [...Array(300).keys()].map(depth => `${' '.repeat(depth)}- a`).join('\n'),
  [...Array(700).keys()].map(length => '`'.repeat(length + 1)).join(' '),
  // The largest forms that are still read as Markdown.
  `${'**a'.repeat(660)}\n\n[^${'a '.repeat(4_000)}\n\n${`https://x.example/a${'.'.repeat(90)}b `.repeat(90)}`,
]
