import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Facts } from '../facts/facts.ts'
import { LANGUAGES } from '../facts/languages.ts'
import { openShippedFacts } from '../facts/testing/open-shipped-facts.ts'
import { type CompanyStore, openCompanyStore } from '../finance/company-store.ts'
import { hideNames } from './hide-names.ts'

let facts: Facts
let companies: CompanyStore
beforeAll(async () => {
  facts = await openShippedFacts()
  companies = openCompanyStore(facts)
})
afterAll(() => facts.close())

describe('names in other languages', () => {
  const hide = (text: string) => hideNames(text, { facts, companies })
  const names = (text: string) => [...hide(text).names.values()]

  it.each([
    ['Ist die polnische Wirtschaft größer als die griechische?', ['Poland', 'Greece']],
    ['Combien de litres d’alcool boivent les Lettons par an ?', ['Latvia']],
    ['¿los franceses viven más que los alemanes?', ['France', 'Germany']],
    ['pil tedesco e debito spagnolo', ['Germany', 'Spain']],
    ['Os moçambicanos são mais que os suíços?', ['Mozambique', 'Switzerland']],
    ['Het Poolse leger en dat van de Grieken', ['Poland', 'Greece']],
    ['حجم الاقتصاد التركي مقارنة بالاقتصاد المصري', ['Turkey', 'Egypt']],
  ])('are found as adjectives and inhabitants: %s', (text, found) => {
    expect(names(text)).toEqual(found)
  })

  it.each([
    ["Quels pays bordent l'Inde et la Côte d'Ivoire ?", ['India', 'Ivory Coast']],
    ["Il margine dell'Intel e il debito dell’Italia", ['Intel', 'Italy']],
    ["le chiffre d'affaires d'Apple, plus qu’Amazon", ['Apple', 'Amazon']],
    ['Apples Umsatz und Nvidias Gewinn im letzten Quartal', ['Apple', 'Nvidia']],
  ])('are found behind an article and with the ending of an owner: %s', (text, found) => {
    expect(names(text)).toEqual(found)
  })

  it.each([
    ['VAE, VS en GB: welke van de drie heeft het hoogste bbp?', 3],
    ['Tesla VS Ford: which has the higher revenue?', 2],
    ['welche Länder haben viel Kohle, und wer von denen am meisten?', 0],
  ])('with capitals count only as written, and in their language: %s', (text, count) => {
    expect(names(text)).toHaveLength(count)
  })

  it.each([
    'Quels pays ont le portugais comme langue officielle ?',
    'In welchen Ländern wird Französisch gesprochen?',
    'Quem é o mais velho senador que eu conheço?',
    'Wie viele Kinder hat eine Frau im Schnitt?',
    'タイムゾーンはいくつ?',
  ])('are not taken for languages and ordinary words: %s', text => {
    expect(names(text)).toEqual([])
  })

  it('belong to one country, whose English name the collections have', () => {
    const owners = new Map<string, string>()
    for (const { peoples = {}, endings = {} } of Object.values(LANGUAGES)) {
      for (const [country, forms] of Object.entries(peoples)) {
        expect(facts.findSubjects([country])).not.toEqual([])
        for (const form of forms.split(' ')) {
          const [stem = '', ending] = form.split('/')
          expect(ending === undefined || ending in endings).toBe(true)
          expect(owners.get(stem) ?? country).toBe(country)
          owners.set(stem, country)
        }
      }
    }
  })
})
