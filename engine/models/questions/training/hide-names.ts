import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installFacts } from '../../../src/facts/install-facts.ts'
import { openFacts } from '../../../src/facts/open-facts.ts'
import { openCompanyStore } from '../../../src/finance/company-store.ts'
import { hideNames } from '../../../src/questions/hide-names.ts'
import { fold } from '../../../src/text/words.ts'

/**
 * Hides the names in the written examples as the engine does, and writes FOLDER/masked.tsv for train.py and
 * casing.json, which gives words of plain questions their capital letters back:
 *
 *     node hide-names.ts FOLDER
 */
const [, , folder = '.'] = process.argv
installFacts(join(folder, 'facts.db'))
const facts = openFacts(join(folder, 'facts.db'))
const companies = openCompanyStore(facts)
const written = join(import.meta.dirname, 'written')
const LEAST_TIMES = 4
/** "United States" is a part of a title here, and no name. */
const OFFICE = /(presidents?) of the United States/g

const counts = new Map<string, Map<string, number>>()
const lines = readdirSync(written).flatMap(file =>
  readFileSync(join(written, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap(line => {
      const [question = '', plain = ''] = line.split('\t')
      const hidden = hideNames(question, { facts, companies })
      const bare = plain.replaceAll('|', ' | ').replaceAll(OFFICE, '$1 of the Union')
      const open = hideNames(bare, { facts, companies, known: hidden.names })
      // A plain question cannot name what the question does not.
      const isStrange = [...open.names]
        .slice(hidden.names.size)
        .some(([key, name]) => !key.startsWith('@g') && bare.includes(name.split(' ')[0] ?? name))
      if (isStrange) return []
      const closed = { facts, companies, known: hidden.names, isClosed: true }
      const text = hideNames(bare, closed).text.replaceAll('of the Union', 'of the United States')
      countCasing(text)
      return `${file}\t${hidden.text}\t${text}`
    }),
)
writeFileSync(join(folder, 'masked.tsv'), `${lines.join('\n')}\n`)
const casing = [...counts].flatMap(([word, forms]) => {
  const [[form, times] = [word, 0]] = [...forms].toSorted(([, one], [, other]) => other - one)
  return form !== word && word.length > 2 && times >= LEAST_TIMES ? [[word, form] as const] : []
})
const sorted = casing.toSorted(([one], [other]) => (one < other ? -1 : 1))
const path = join(import.meta.dirname, '../casing.json')
writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
facts.close()

/** The first word of a sentence has a capital letter in any case. */
function countCasing(text: string): void {
  for (const plain of text.split('|').filter(one => !one.trim().startsWith('?'))) {
    const all = plain.replaceAll(/@[ckgpt]\d/g, '').match(/\p{L}+(?:['’]\p{L}+)*/gu) ?? []
    for (const word of all.slice(1)) {
      const forms = counts.get(fold(word)) ?? new Map<string, number>()
      forms.set(word, (forms.get(word) ?? 0) + 1)
      counts.set(fold(word), forms)
    }
  }
}
