import { webUrl } from '@footnote/contract/report/web-url'
import { cleanText } from './clean-text.ts'
import type { Look } from './terminal.ts'

/** Terminals and their multiplexers take no longer ones. */
const LONGEST_LINK = 2_000
const VISIBLE_ASCII = /^[\u0021-\u007E]+$/

/** How each style begins and ends; colours are of the sixteen that every theme chooses itself. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  cyan: [36, 39],
} as const

export type Style = { readonly [Name in keyof typeof CODES]?: boolean }

/** Words of one look. The text is clean: whoever makes a run of something takes `run`. */
export interface Run {
  readonly text: string
  readonly style: Style
  readonly href: string | undefined
  /** Stays on the line of what stands before it, as a citation does. */
  readonly isBound: boolean
}

export type Line = readonly Run[]

/** Ends a line where it stands, which a newline within a text does not. */
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

/** The address if it leads to the web and nothing in it can end the sequence that it stands in. */
export function linkTarget(address: string): string | undefined {
  const url = webUrl(address)
  return url !== undefined && url.length <= LONGEST_LINK && VISIBLE_ASCII.test(url)
    ? url
    : undefined
}

/** The one place where commands to the terminal are written, all else having been cleaned of them. */
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
