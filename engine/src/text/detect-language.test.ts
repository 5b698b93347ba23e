import { expect, it } from 'vitest'
import { detectLanguage } from './detect-language.ts'

it.each([
  [
    'en',
    'The bridge was built by the army in the winter, and it is one of the oldest of its kind.',
  ],
  ['de', 'Die Brücke wurde im Winter von der Armee gebaut und ist eine der ältesten ihrer Art.'],
  [
    'fr',
    'Le pont a été construit par les soldats en hiver et il est un des plus anciens de la région.',
  ],
  [
    'es',
    'El puente fue construido por los soldados en el invierno y es uno de los más viejos de la región.',
  ],
  [
    'pt',
    'A ponte foi construída pelos soldados no inverno e é uma das mais antigas da região, não do país.',
  ],
  [
    'it',
    'Il ponte è stato costruito dai soldati in inverno ed è uno dei più vecchi della regione che si vede.',
  ],
  [
    'nl',
    'De brug is in de winter door het leger gebouwd en het is een van de oudste van het land.',
  ],
  [
    'pl',
    'Most został zbudowany przez wojsko w zimie i jest to jeden z najstarszych, które są w tym kraju.',
  ],
  [
    'tr',
    'Bu köprü kışın ordu tarafından yapıldı ve bir daha böyle bir köprü için para var olduğu çok söylendi.',
  ],
  ['ru', 'Мост был построен зимой, и это один из самых старых мостов.'],
  ['uk', 'Міст збудували взимку, і він є одним із найстаріших у країні, її гордістю.'],
  ['el', 'Η γέφυρα χτίστηκε τον χειμώνα από τον στρατό.'],
  ['ja', 'この橋は冬に軍隊によって建てられたものである。'],
  ['ko', '이 다리는 겨울에 군대가 지은 것으로 가장 오래된 것 중 하나이다.'],
  ['zh-hans', '这座桥是冬天由军队建的,是这个国家最古老的桥之一,现在还在。'],
  ['zh-hant', '這座橋是冬天由軍隊建的,是這個國家最古老的橋之一,現在還在。'],
  ['de', 'Wer gründete das Rote Kreuz?'],
  ['fa', 'کدام کشورها با بولیوی هم‌مرز هستند؟'],
  ['zh', '北京人口多少'],
  ['nb', 'Broen ble bygget av hæren om vinteren, og den er en av de eldste i landet.'],
])('recognises %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language)
})

it('leaves names, figures and code without a language', () => {
  for (const text of ['', '  ', '12 | 13.5 | 14', 'Sucre', 'AAPL 2024 10-K', '\ud800']) {
    expect(detectLanguage(text)).toBeUndefined()
  }
})

it('reads beyond the first line', () => {
  const text = '| 1 | 2 |\n\nDie Brücke wurde im Winter gebaut.\nSie ist eine der ältesten im Land.'
  expect(detectLanguage(text)).toBe('de')
})
