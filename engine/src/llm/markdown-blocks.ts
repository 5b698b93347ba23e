/** A piece of a model's Markdown. Lists are flat: a report has no outline. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph' | 'bullet'; readonly text: string }
  | { readonly kind: 'row'; readonly cells: readonly string[] }

const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
/** A line that is nothing but bold stands for a heading. */
const BOLD_LINE = /^\s*(?:\*\*|__)([^*_\n]{1,120})(?:\*\*|__):?\s*$/
const UNDERLINE = /^\s{0,3}(?:=+|-{2,})\s*$/
const RULE = /^\s{0,3}(?:[-*_]\s*){3,}$/
const BULLET = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s+(.*)$/
const ROW = /^\s*\|.*\|\s*$/
const TABLE_RULE = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/
const SOURCES =
  /^(?:sources?|references?|bibliography|citations?|works cited|further reading|links?|footnotes|quellen\p{L}*|literatur\p{L}*|einzelnachweise|références|bibliographie|fuentes|referencias|bibliografía|fonti|riferimenti|bibliografia|fontes|referências|bronnen|källor|kilder|źródła|источники|литература|参考文献|参考资料|出典|来源|資料來源|参照)(?:\s+(?:cited|used|list|consulted))?\s*:?$/iu
const SOURCES_LINE = /^(?:sources?|references?|quellen|fuentes|fonti|fontes|références)\s*:/iu

/** The blocks in order, without a list of sources: whoever cites it writes its own. */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let paragraph: string[] = []
  let isInSources = false
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join(' ') })
    paragraph = []
  }
  for (const line of text.split('\n')) {
    const plain = line.replace(/^\s*(?:>\s?)+/, '')
    const title = (HEADING.exec(plain)?.[2] ?? BOLD_LINE.exec(plain)?.[1])?.trim()
    if (title !== undefined || isSourcesLine(plain)) {
      flush()
      isInSources = isSourcesLine(plain) || SOURCES.test(bare(title ?? ''))
      if (!isInSources && title) blocks.push({ kind: 'heading', text: bare(title) })
    } else if (plain.trim() === '' || RULE.test(plain) || TABLE_RULE.test(plain)) flush()
    else if (isInSources || SOURCES_LINE.test(bare(plain))) flush()
    else if (UNDERLINE.test(plain)) {
      const above = paragraph.join(' ')
      paragraph = []
      if (above !== '') blocks.push({ kind: 'heading', text: bare(above) })
    } else if (ROW.test(plain)) {
      flush()
      blocks.push({ kind: 'row', cells: cellsOf(plain) })
    } else {
      const bullet = BULLET.exec(plain)?.[1]
      if (bullet === undefined) paragraph.push(plain.trim())
      else {
        flush()
        blocks.push({ kind: 'bullet', text: bullet })
      }
    }
  }
  flush()
  return blocks
}

/** Without the signs of emphasis. An underscore inside a word is part of it. */
export function bare(text: string): string {
  return text
    .replace(/\*{1,3}|~~|`+|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function isSourcesLine(line: string): boolean {
  return SOURCES.test(bare(line.replace(/^\s*#+\s*/, '')))
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => bare(cell.replaceAll('\\|', '|')))
}
