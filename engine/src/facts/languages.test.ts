import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLedger } from '../evidence/ledger.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { isBorneOut } from '../verify/prove-statement.ts'
import { answerQuestion } from './answer-question.ts'
import { enterAnswer } from './enter-answer.ts'
import { translateQuestion } from './languages.ts'
import type { Facts } from './open-facts.ts'
import { openShippedFacts } from './testing/open-shipped-facts.ts'

const policy = compilePolicy({}, { now: new Date('2026-11-16') })
let facts: Facts
beforeAll(async () => {
  facts = await openShippedFacts()
})
afterAll(() => facts.close())

function ask(question: string) {
  return answerQuestion(question, { facts, policy, today: '2026-11-16', most: 4 }).answer
}

it.each([
  ['de', 'Wie viele Einwohner hat Frankreich?', 'Einwohnerzahl von Frankreich bei 68.512.806'],
  ['de', 'Was ist die Hauptstadt von Australien?', 'Canberra'],
  ['de', 'Wie groß ist die Fläche von Chile?', '756.102'],
  ['de', 'Wie hoch ist das BIP von Japan?', '4,026 Billionen US-Dollar'],
  ['de', 'Wer ist der Präsident von Frankreich?', 'Macron'],
  [
    'de',
    'Ist Chile größer als Peru?',
    'übertrifft die von Chile (756.102 km²); der Unterschied beträgt 529.114 km².',
  ],
  [
    'de',
    'Welches Land hat die meisten Einwohner?',
    'Die meisten Einwohner von 196 Ländern hat im Jahr 2025 Indien (1.419',
  ],
  [
    'de',
    'Vergleiche die Bevölkerung von Spanien und Italien',
    'Die Einwohnerzahl von Italien (60.924.851, 2025, Schätzung) übertrifft die von Spanien',
  ],
  ['de', 'Was sind die fünf größten Länder der Welt?', 'haben Russland (17.098.242 km²), Kanada'],
  [
    'de',
    'Wie oft hat Brasilien die WM gewonnen?',
    'hat die Fußball-Weltmeisterschaft 5-mal gewonnen (1958',
  ],
  ['de', 'Welche Länder in Südamerika sind Binnenstaaten?', '2 Länder: Bolivien, Paraguay'],
  ['de', 'Welche Länder in Südamerika haben keinen Zugang zum Meer?', '2 Länder: Bolivien, Par'],
  ['de', 'Wie ging das Finale der WM 2014 aus?', 'im Finale gegen Argentinien mit 1–0'],
  ['de', 'Welcher ist der höchste Berg in Afrika?', 'Den höchsten Punkt von 54 Ländern'],
  ['de', 'Wie hat sich die Inflation in Deutschland entwickelt?', '(−4,6 Prozentpunkte)'],
  ['de', 'Wer hat die letzte EM gewonnen?', 'Spanien hat die Fußball-Europameisterschaft 2024'],
  ['de', 'Wer waren die letzten drei Nobelpreisträger für Literatur?', 'Annie Ernaux erhielt 2022'],
  ['de', 'Hat Indien China bei der Bevölkerung überholt?', 'Ja. Die Einwohnerzahl von Indien'],
  ['de', 'Welche Länder grenzen an Deutschland und sind in der EU?', '8 Länder: Österreich'],
  ['es', '¿Qué países de América del Sur no tienen salida al mar?', '2 países: Bolivia, Paraguay'],
  ['es', '¿Es el PIB de Brasil mayor que el de México?', 'supera al de México'],
  ['es', '¿Cómo terminó la final del Mundial 2014?', 'al vencer a Argentina por 1–0'],
  ['fr', "Quels pays d'Amérique du Sud n'ont pas accès à la mer ?", '2 pays : Bolivie, Paraguay'],
  ['fr', 'Qui a gagné le dernier Euro ?', 'L’Espagne a gagné l’Euro de football 2024'],
  [
    'fr',
    "Quelle est la population de l'Allemagne ?",
    'de l’Allemagne était de 84 012 284 habitants',
  ],
  ['fr', 'Quelle est la capitale du Canada ?', 'Ottawa'],
  ['fr', 'Quelle est la superficie du Pérou ?', '1 285 216'],
  ['fr', "Quel est le PIB de l'Italie ?", '373 milliards de dollars en 2024'],
  ['fr', 'Qui est le président des États-Unis ?', 'Trump'],
  ['fr', "Compare la population de l'Espagne et du Portugal", 'La population de l’Espagne (47'],
  ['fr', 'Quel est le plus grand pays du monde ?', 'la Russie a la plus grande superficie : 17'],
  [
    'fr',
    "Quel est le pays le plus peuplé d'Afrique ?",
    'le Nigeria a la population la plus nombreuse en 2025 : 244',
  ],
  ['fr', "Combien d'habitants compte la Belgique ?", '11 960 170'],
  ['es', '¿Cuál es la población de Alemania?', 'Alemania tenía 84'],
  ['es', '¿Cuál es la capital de Canadá?', 'Ottawa'],
  ['es', '¿Cuál es la superficie de Perú?', '1.285.216'],
  ['es', '¿Cuál es el PIB de Japón?', '4,026 billones de dólares'],
  ['es', '¿Quién es el presidente de Francia?', 'Macron'],
  ['es', '¿Chile es más grande que Perú?', 'No. La superficie de Perú (1.285.216'],
  ['es', '¿Cuál es el país más grande del mundo?', 'Rusia'],
  ['es', 'Compara la población de España y Portugal', 'La población de España (47'],
  ['es', '¿Cuántos habitantes tiene México?', '130.739.927'],
  ['pt', 'Qual é a população da Alemanha?', 'da Alemanha era de 84'],
  ['pt', 'Qual é a capital do Canadá?', 'Ottawa'],
  ['pt', 'Qual é a área do Peru?', '1.285.216'],
  ['pt', 'Qual é o PIB do Japão?', '4,026 trilhões de dólares'],
  ['pt', 'Quem é o presidente da França?', 'Macron'],
  ['pt', 'Qual é o maior país do mundo?', 'Rússia'],
  ['pt', 'Compare a população da Espanha e de Portugal', 'A população da Espanha (47'],
  ['pt', 'Quantos habitantes tem o México?', '130.739.927'],
  ['pt', 'O Chile é maior que o Peru?', 'A área do Peru (1.285.216'],
  ['it', 'Qual è la popolazione della Germania?', 'della Germania era di 84'],
  ['it', 'Qual è la capitale del Canada?', 'Ottawa'],
  ['it', 'Qual è la superficie del Perù?', '1.285.216'],
  ['it', 'Qual è il PIL del Giappone?', '4026 miliardi di dollari'],
  ['it', 'Chi è il presidente della Francia?', 'Macron'],
  ['it', 'Qual è il paese più grande del mondo?', 'Russia'],
  [
    'it',
    'Confronta la popolazione della Spagna e del Portogallo',
    'La popolazione della Spagna (47',
  ],
  ['it', 'Quanti abitanti ha il Messico?', '130.739.927'],
  ['it', 'Il Cile è più grande del Perù?', 'La superficie del Perù (1.285.216'],
  ['nl', 'Hoeveel inwoners heeft Duitsland?', 'Duitsland had 84'],
  ['nl', 'Wat is de hoofdstad van Canada?', 'Ottawa'],
  ['nl', 'Wat is de oppervlakte van Peru?', '1.285.216'],
  ['nl', 'Wat is het bbp van Japan?', '4,026 biljoen dollar'],
  ['nl', 'Wie is de president van Frankrijk?', 'Macron'],
  ['nl', 'Wat is het grootste land ter wereld?', 'Rusland'],
  ['nl', 'Vergelijk de bevolking van Spanje en Portugal', 'Het inwonertal van Spanje (47'],
  ['nl', 'Is Chili groter dan Peru?', 'Nee. De oppervlakte van Peru (1.285.216'],
  ['zh', '法国的人口是多少?', '法国的人口为68'],
  ['zh', '加拿大的首都是哪里?', '加拿大的首都是渥太华。'],
  ['zh', '秘鲁的面积是多少?', '1,285,216'],
  ['zh', '日本的国内生产总值是多少?', '4.026万亿美元'],
  ['zh', '法国总统是谁?', 'Macron'],
  ['zh', '世界上人口最多的国家是哪个?', '人口最多的是印度（1,419'],
  ['zh', '比较西班牙和葡萄牙的人口', '西班牙的人口（47'],
  ['zh', '世界上最大的国家是哪个?', '面积最大的是俄罗斯（17'],
  ['zh', '德国有多少人口?', '德国的人口为84'],
  ['ja', 'フランスの人口は?', 'フランスの2025年の人口は68'],
  ['ja', 'カナダの首都はどこですか?', 'カナダの首都はオタワです。'],
  ['ja', 'ペルーの面積はどのくらいですか?', '1,285,216'],
  ['ja', '日本の国内総生産はいくらですか?', '4.026兆ドル'],
  ['ja', 'フランスの大統領は誰ですか?', 'Macron'],
  ['ja', '世界で最も人口が多い国はどこですか?', '人口が最も多いのはインド（1,419'],
  ['ja', 'スペインとポルトガルの人口を比較してください', 'スペインの人口（47'],
  ['ja', '世界で最も大きい国はどこですか?', '面積が最も大きいのはロシア（17'],
  ['ar', 'ما هو عدد سكان فرنسا؟', 'عدد سكان فرنسا 68'],
  ['ar', 'ما هي عاصمة كندا؟', 'عاصمة كندا هي أوتاوا.'],
  ['ar', 'ما هي مساحة بيرو؟', '1,285,216'],
  ['ar', 'ما هو الناتج المحلي الإجمالي لليابان؟', '4.026 ترليون دولار'],
  ['ar', 'من هو رئيس فرنسا؟', 'Macron'],
  ['ar', 'ما هي أكبر دولة في العالم؟', 'روسيا هي الأكبر من حيث المساحة (17'],
  ['ar', 'قارن بين عدد سكان إسبانيا والبرتغال', 'تتفوق إسبانيا (47'],
  ['ar', 'كم عدد سكان ألمانيا؟', 'عدد سكان ألمانيا 84'],
  ['ar', 'ما هي أكبر دولة من حيث عدد السكان؟', 'الهند هي الأكثر سكانا في عام 2025 (1,419'],
  ['de', 'Top 10 Länder nach BIP', 'Vereinigte Staaten (29,185 Billionen US-Dollar), China'],
  ['fr', 'Top 10 des pays par PIB', 'sont : États-Unis (29 185 milliards de dollars), Chine'],
  ['de', 'Wie viele Einwohner hat Österreich und wie hoch ist die Arbeitslosigkeit?', 'bei 5,5 %'],
  [
    'de',
    'Welches Land hat mehr Einwohner, Frankreich oder Italien?',
    'Die Einwohnerzahl von Frankreich (68.512.806) übertrifft im Jahr 2025 die von Italien',
  ],
  ['de', 'Wer ist Regierungschef von Deutschland?', 'Kanzler Friedrich Merz (seit 6. Mai 2025)'],
  ['de', 'Was ist die Hauptstadt der Schweiz und wie viele Einwohner hat sie?', 'Bern'],
  [
    'es',
    '¿Cuál es el país más poblado de América Latina y cuántos habitantes tiene?',
    'Brasil tiene la mayor población en 2025: 221',
  ],
  [
    'fr',
    "Quel pays est le plus peuplé d'Amérique du Sud et quelle est sa capitale ?",
    'La capitale du Brésil est Brasilia.',
  ],
  [
    'pt',
    'Qual é a expectativa de vida em Portugal comparada com o Brasil?',
    '(81,9 anos) supera a',
  ],
  [
    'pt',
    'Qual é a capital do Canadá e quantos habitantes tem?',
    'A capital do Canadá é Ottawa. A população do',
  ],
  [
    'it',
    'Chi ha vinto gli Europei di calcio nel 2021?',
    'L’Italia ha vinto gli Europei di calcio 2020, battendo in finale l’Inghilterra ai rigori dopo un 1–1 (Londra, Inghilterra, 11 luglio 2021).',
  ],
  ['ja', '日本の失業率はどのくらいですか', '失業率は2.6%でした'],
  ['ar', 'ما هي عاصمة أستراليا وكم عدد سكانها؟', 'كانبرا. بلغ عدد سكان أستراليا 27'],
  ['de', 'Was exportiert Äthiopien?', 'Die wichtigsten Exportgüter von Äthiopien sind coffee'],
  ['fr', 'Quels sont les pays voisins du Mali ?', 'du Mali sont : Algérie (1'],
  ['pt', 'Qual é a moeda de Angola?', 'A moeda de Angola chama-se Kwanza angolano (AOA).'],
  ['pt', 'Qual é a língua oficial de Angola?', 'A língua oficial de Angola é português.'],
  [
    'de',
    'Was ist der höchste Berg in Kenia?',
    'Der höchste Punkt von Kenia ist Mount Kenya (5.199 m).',
  ],
  ['ja', 'ブラジルの公用語は何ですか', 'ブラジルの公用語はポルトガル語です。'],
  ['ar', 'ما هي عملة مصر؟', 'عملة مصر هي جنيه مصري (EGP).'],
  ['zh', '埃塞俄比亚出口什么', '埃塞俄比亚的主要出口商品是coffee'],
  ['pt', 'Qual é a capital de Angola? E Moçambique?', 'A capital de Moçambique é Maputo.'],
  [
    'fr',
    'Le Kenya est-il plus peuplé que la Tanzanie ? Quelle est la différence ?',
    'en 2025 ; l’écart est de 13',
  ],
  ['ar', 'هل عدد سكان المغرب أكبر من عدد سكان الجزائر؟ وما الفرق؟', 'تقدير)، والفرق 10,348,100.'],
  ['zh', '巴西的国内生产总值比墨西哥高吗?高多少?', '是。 2024年巴西的国内生产总值'],
  ['ja', '日本の面積はドイツより大きいですか?', 'はい。 日本の面積'],
  [
    'it',
    'L’Etiopia è più popolosa dell’Egitto?',
    'Sì. La popolazione dell’Etiopia (121.372.632) supera quella dell’Egitto',
  ],
  [
    'fr',
    'Quelle part de la population du Japon a plus de 65 ans ?',
    'La part des 65 ans et plus dans la population du Japon était de 29,5',
  ],
  ['nl', 'Wat is de hoofdstad van Estland en hoeveel mensen wonen er?', 'had 1.340.478 inwoners'],
  [
    'ja',
    '2014年のノーベル物理学賞は誰が受賞しましたか?',
    '2014年のノーベル物理学賞はHiroshi Amano、Isamu Akasaki、Shuji Nakamuraが受賞しました。',
  ],
  [
    'de',
    'Wer hat 2010 die Fußball-Weltmeisterschaft gewonnen und gegen wen im Finale?',
    'gewonnen, im Finale gegen die Niederlande mit 1–0 (Johannesburg, Südafrika).',
  ],
  [
    'zh',
    '非洲面积最大的五个国家是哪些?',
    '利比亚（1,759,540平方公里）和乍得（1,284,000平方公里）。',
  ],
  ['fr', 'quel est le taux de chômage au maroc et quelle est la capitale ?', 'au Maroc était de 9'],
  ['fr', 'quelle est la capitale au maroc ?', 'La capitale du Maroc est Rabat.'],
  ['es', '¿Cuál es la capital de Bolivia?', 'La Paz (capital administrativa) y Sucre (capital'],
  ['de', 'Was ist die Hauptstadt von Russland?', 'Die Hauptstadt von Russland ist Moskau.'],
  ['fr', "combien d'habitants au japon et age median", 'L’âge médian au Japon était de 50,2'],
  [
    'fr',
    'quels sont les pays voisins de la suisse et la langue officielle',
    'Autriche (158 km), France (525 km)',
  ],
  [
    'pt',
    'quem perdeu a final da copa do mundo de 2014',
    'na final contra a Alemanha, por 0–1 (Rio',
  ],
  ['zh', '2014年世界杯亚军是谁', '阿根廷在2014年世界杯决赛中以0–1负于德国（巴西里约热内卢）。'],
  ['es', 'cuantas veces perdio holanda la final del mundial', 'en la final 3 veces (1974, 1978'],
  ['es', 'cual es el pais mas poblado de centroamerica', 'De 7 países (Centroamérica), Guatemala'],
  ['zh', '非洲哪个国家人口最多', '在非洲的54个国家中'],
  ['zh', '英国的首相是谁', '首相 Keir Starmer'],
  ['de', 'wer war der jüngste präsident der usa', 'Theodore Roosevelt war'],
  ['de', 'wer war der jüngste präsident der usa', '(im Alter von 42 Jahren)'],
  ['fr', 'quel pays d’afrique de l’ouest a la plus longue côte', 'le littoral le plus long'],
  [
    'nl',
    'wie was president van amerika in 1990',
    'was president van de Verenigde Staten van 20 januari 1989 tot 20 januari 1993.',
  ],
  [
    'nl',
    'heeft nederland ooit het wk gewonnen',
    'Nee. Nederland heeft het WK voetbal nooit gewonnen',
  ],
  ['it', "l'inghilterra ha mai vinto i mondiali", 'L’Inghilterra ha vinto la Coppa del Mondo 1966'],
  ['de', 'wer war der erste präsident der usa', 'George Washington war vom 30. April 1789'],
  ['fr', 'esperance de vie en italie hommes et femmes', 'des hommes en Italie est de 80,7'],
  ['pt', 'quais são os 5 maiores países da áfrica', 'República Democrática do Congo (2.344.858'],
  [
    'de',
    'wer hat mehr einwohner, portugal oder ungarn',
    '(9.855.745, 2024, Schätzung); die Jahre sind verschieden, daher ist der Vergleich ungenau.',
  ],
  ['pt', 'portugal já ganhou a copa do mundo?', 'Não. Portugal nunca ganhou a Copa do Mundo; os'],
  ['de', 'wer regiert in polen und seit wann', 'Die Regierung von Polen führt Premierminister'],
  ['fr', "qui a gagné la coupe d'afrique en 2024 et contre qui", 'en battant le Nigeria 2–1 en'],
  ['fr', 'quelle langue parle t on au brésil', 'sont : portugais, espagnol, allemand, italien'],
  ['it', 'chi è il presidente degli Stati Uniti?', 'Trump'],
])('answers in the language asked, %s: %s', (language, question, expected) => {
  const answer = ask(question)
  expect(answer?.language).toBe(language)
  expect(answer?.statements.map(({ text }) => text).join(' ')).toContain(expected)
  const stated = answer ? enterAnswer(answer, createLedger()).statements : []
  expect(stated.filter(one => !isBorneOut(one, policy))).toEqual([])
})

it('proves a date that the quote writes in figures', () => {
  const answer = ask('When was Marie Curie born?')
  const stated = answer ? enterAnswer(answer, createLedger()).statements : []
  expect(stated.map(one => [one.text, isBorneOut(one, policy)])).toEqual([
    ['Marie Curie was born on 7 November 1867.', true],
  ])
})

it('names what is missing and the rows of a table in the language asked', () => {
  const missing = ask('Wie hoch war die Bevölkerung von Chile im Jahr 1900?')
  expect(missing).toBeUndefined()
  const answer = ask('Vergleiche die Fläche und die Bevölkerung von Spanien und Italien')
  expect(answer?.table?.columns).toEqual(['Spanien', 'Italien'])
  expect(answer?.table?.rows.map(({ label }) => label)).toEqual(['Fläche', 'Bevölkerung'])
})

it.each([
  ['¿Cuál fue el PIB de Argentina en 2010 y en 2020? ¿subió o bajó?', ['bajó de 423,6']],
  ['德国和法国2023年的人口分别是多少?哪个更多?', ['德国的人口（83,287,273）高于法国']],
  ['ドイツとフランスの人口はどちらが多い?どのくらい違う?', ['差は15,499,478']],
  ['كم عدد سكان مصر والسودان وأيهما أكبر', ['تتفوق مصر']],
  [
    'is het bbp van griekenland gestegen of gedaald tussen 2008 en 2013? met hoeveel',
    ['daalde van'],
  ],
  ['cual es la montaña mas alta de peru y cuanto mide', ['Huascaran (6746 m).']],
  ['wie won het wk in 1974 en wie verloor de finale', ['Nederland met 2–1 te verslaan']],
  ['巴西赢过几次世界杯?最近一次是哪一年?', ['巴西共5次赢得世界杯']],
  ['2010年世界杯冠军是谁?决赛在哪里举行?', ['南非约翰内斯堡']],
  ['من فاز بجائزة نوبل في الفيزياء عام 2021؟', ['Giorgio Parisi، Klaus Hasselmann وSyukuro']],
  ['welke landen grenzen aan hongarije en hoe lang zijn die grenzen', ['Oostenrijk (321 km)']],
])('says once what a later part asks for again: %s', (question, expected) => {
  const answer = ask(question)
  expect(answer?.missing).toEqual([])
  expect(answer?.statements.map(({ text }) => text)).toEqual(
    expected.map(text => expect.stringContaining(text)),
  )
})

it.each([
  ['qual e il paese piu popoloso d europa e il meno popoloso', 'la Città del Vaticano ha la'],
  ['quel est le pays le plus pauvre d afrique et combien d habitants y vivent', 'La population du'],
  ['con que paises limita paraguay? cual es la frontera mas larga', 'más larga de Paraguay'],
  [
    'an welche länder grenzt polen und wie lang ist die grenze zu litauen',
    'mit Litauen ist 100 km lang',
  ],
  ['que idioma se habla en suriname y cuantos viven ahi', 'Surinam tenía 653.605 habitantes'],
  [
    '2022年のワールドカップ決勝のスコアと優勝国は?',
    'アルゼンチンが優勝しました。決勝ではフランスにPK戦（3–3）で勝ちました',
  ],
  ['欧洲人口最少的国家是哪个,首都是哪里', '首都是'],
  [
    'qual pais tem mais habitantes, angola ou moçambique? e qual tem a maior area',
    'a diferença é de 4.778.652. A área de Angola',
  ],
  ['was ist die gesamte bevölkerung der länder in südamerika', 'beträgt zusammen 443,7 Mill'],
])('completes a part that leans on the one before: %s', (question, expected) => {
  const answer = ask(question)
  expect(answer?.statements.map(({ text }) => text).join(' ')).toContain(expected)
})

it.each([
  'Wie hoch ist die Scheidungsrate in Chile?',
  'Quel est le meilleur pays du monde ?',
  '¿Cuál es la montaña más bonita de Perú?',
  'Wer war Bundeskanzler von Deutschland 1972?',
])('leaves a question with a word that it does not know to reading: %s', question => {
  expect(ask(question)).toBeUndefined()
})

it('answers an English question in English', () => {
  expect(ask('population of France')?.language).toBeUndefined()
  expect(translateQuestion('What is the population of France?', facts)).toEqual([])
})
