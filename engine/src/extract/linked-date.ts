import type { HtmlNode } from './html-node.ts'

const LONGEST_SCRIPT = 200_000
const MOST_SCRIPTS = 20
const MOST_VALUES = 5_000

/** The `datePublished` of the linked data (JSON-LD) that a page carries. */
export function linkedDate(document: HtmlNode): string | undefined {
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
  for (const script of scripts.slice(0, MOST_SCRIPTS)) {
    const found = findDate(parse(script.textContent ?? ''))
    if (found) return found
  }
  return undefined
}

function parse(text: string): unknown {
  if (text.length > LONGEST_SCRIPT) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Breadth first: what describes the page stands above what describes its comments. */
function findDate(root: unknown): string | undefined {
  const values: unknown[] = [root]
  for (let at = 0; at < values.length && at < MOST_VALUES; at += 1) {
    const value = values[at]
    if (typeof value !== 'object' || value === null) continue
    if ('datePublished' in value && typeof value.datePublished === 'string') {
      return value.datePublished
    }
    for (const child of Object.values(value)) values.push(child)
  }
  return undefined
}
