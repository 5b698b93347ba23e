import { webUrl } from '@footnote/contract/report/web-url'
import { cleanText } from './clean-text.ts'
import type { Look } from './terminal.ts'

/** Longest link that terminals and multiplexers accept. */
const LONGEST_LINK = 2_000
const VISIBLE_ASCII = /^[\u0021-\u007E]+$/

/** Escape codes that start and end each style; the color is one of the 16 that themes define. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  cyan: [36, 39],
} as const

export type Style = { readonly [Name in keyof typeof CODES]?: boolean }

/** Text of one style. Create it with `run`, which cleans the text. */
export interface Run {
  readonly text: string
  readonly style: Style
  readonly href: string | undefined
  /** Whether it must stay on the line of the preceding run, as a citation does. */
  readonly isBound: boolean
}

export type Line = readonly Run[]

/** Breaks the line; a newline inside a text only counts as a space. */
export const LINE_BREAK: Run = { text: '\n', style: {}, href: undefined, isBound: false }

export function run(
  text: string,
  style: Style = {},
  {
    href,
    isBound = false,
  }: { readonly href?: string | undefined; readonly isBound?: boolean } = {},
): Run {
  return {
    text: cleanText(text),
    style,
    href: href === undefined ? undefined : linkTarget(href),
    isBound,
  }
}

/** Returns the address if it is a web address and cannot break out of the link sequence. */
export function linkTarget(address: string): string | undefined {
  const url = webUrl(address)
  return url !== undefined && url.length <= LONGEST_LINK && VISIBLE_ASCII.test(url)
    ? url
    : undefined
}

/** Paints a line. This is the only place that writes escape sequences; all text is cleaned before. */
export function paintLine({ color, links }: Pick<Look, 'color' | 'links'>, line: Line): string {
  return mergeAlike(links ? line : line.map(each => ({ ...each, href: undefined })))
    .map(({ text, style, href }) => {
      const painted = color ? paintText(text, style) : text
      return links && href !== undefined
        ? `\u001B]8;;${href}\u001B\\${painted}\u001B]8;;\u001B\\`
        : painted
    })
    .join('')
}

function paintText(text: string, style: Style): string {
  const codes = stylesOf(style).map(name => CODES[name])
  if (codes.length === 0) return text
  const ends = [...new Set(codes.map(([, end]) => end))]
  return `\u001B[${codes.map(([start]) => start).join(';')}m${text}\u001B[${ends.join(';')}m`
}

function mergeAlike(line: Line): Line {
  const merged: Run[] = []
  for (const next of line) {
    const last = merged.at(-1)
    if (last && last.href === next.href && `${stylesOf(last.style)}` === `${stylesOf(next.style)}`)
      merged[merged.length - 1] = { ...last, text: last.text + next.text }
    else merged.push(next)
  }
  return merged
}

function stylesOf(style: Style): (keyof typeof CODES)[] {
  return (Object.keys(CODES) as (keyof typeof CODES)[]).filter(name => style[name])
}
