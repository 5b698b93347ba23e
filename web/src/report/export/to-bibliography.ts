import type { Source } from '../source.ts'

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})/

/** Sources as BibTeX entries of the type `online`, which biblatex knows. */
export function toBibtex(sources: readonly Source[], now: Date): string {
  return sources
    .map(({ title, href, address, publisher, pageAge = '' }, index) => {
      const day = ISO_DAY.exec(pageAge)?.[0]
      const fields = [
        ['title', `{${escapeTex(title)}}`],
        ...(publisher === undefined ? [] : [['organization', `{${escapeTex(publisher)}}`]]),
        ...(day === undefined ? [] : [['date', day]]),
        ['url', (href ?? address).replace(/[{}\\\s]/g, encodeURIComponent)],
        ['urldate', now.toISOString().slice(0, 10)],
      ]
      const lines = fields.map(([name, value]) => `  ${name} = {${value}},`)
      return `@online{source${index + 1},\n${lines.join('\n')}\n}\n`
    })
    .join('\n')
}

/** Sources as CSL JSON, which Zotero and pandoc read. */
export function toCsl(sources: readonly Source[], now: Date): string {
  const items = sources.map(({ title, href, address, publisher, pageAge = '' }, index) => {
    const [, ...issued] = ISO_DAY.exec(pageAge) ?? []
    return {
      ...{ id: `source${index + 1}`, type: 'webpage', title, URL: href ?? address },
      ...(publisher !== undefined && { 'container-title': publisher }),
      ...(issued.length > 0 && { issued: { 'date-parts': [issued.map(Number)] } }),
      accessed: {
        'date-parts': [[now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()]],
      },
    }
  })
  return `${JSON.stringify(items, null, 2)}\n`
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

function escapeTex(text: string): string {
  return text.replace(/[\\{}%&#$_~^]/g, character => TEX[character] ?? `\\${character}`)
}
