import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLedger } from '../evidence/ledger.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { isBorneOut } from '../verify/prove-statement.ts'
import { answerQuestion } from './answer-question.ts'
import { enterAnswer } from './enter-answer.ts'
import type { Facts } from './facts.ts'
import { openShippedFacts } from './testing/open-shipped-facts.ts'

const policy = compilePolicy({}, { now: new Date('2026-11-16') })
let facts: Facts
beforeAll(async () => {
  facts = await openShippedFacts()
})
afterAll(() => facts.close())

function say(question: string, language: string) {
  return answerQuestion(question, { facts, policy, today: '2026-11-16', most: 4, language }).answer
    ?.said
}

it.each([
  [
    'de',
    'What is the population of France?',
    'Im Jahr 2025 lag die Einwohnerzahl von Frankreich bei 68.512.806.',
  ],
  [
    'de',
    'What is the land area of Austria?',
    'Die Landfläche von Österreich liegt bei 82.445 km².',
  ],
  [
    'de',
    'What is the GDP of Japan?',
    'Das Bruttoinlandsprodukt von Japan betrug im Jahr 2024 4,026 Billionen US-Dollar.',
  ],
  [
    'de',
    'Is Chile larger than Peru?',
    'Nein. Die Fläche von Peru (1.285.216 km²) übertrifft die von Chile (756.102 km²); der Unterschied beträgt 529.114 km².',
  ],
  [
    'de',
    'Which country has the largest population?',
    'Die meisten Einwohner von 196 Ländern hat im Jahr 2025 Indien (1.419.316.933).',
  ],
  [
    'de',
    'Which of Italy and Spain has the higher life expectancy?',
    'Lebenserwartung im Jahr 2024: gleicher Wert für Italien und Spanien, 83 Jahre.',
  ],
  [
    'de',
    'Which countries in Europe have an unemployment above 10%?',
    'Arbeitslosenquote im Jahr 2024: das sind 6 Länder: Montenegro (14,1 %), Nordmazedonien (13,5 %), Spanien (11,4 %), Bosnien und Herzegowina (10,8 %), Albanien (10,3 %), Griechenland (10,2 %).',
  ],
  [
    'de',
    'How did the population of Poland change since 2000?',
    'Die Einwohnerzahl von Polen sank von 38.258.629 (2000) auf 36.559.233 (2024) (−4,44 %).',
  ],
  [
    'de',
    'Did the GDP of Brazil fall in 2015?',
    'Ja. Das Bruttoinlandsprodukt von Brasilien sank von 2,456 Billionen US-Dollar (2014) auf 1,802 Billionen US-Dollar (2015) (−26,6 %).',
  ],
  [
    'de',
    'Who won the UEFA Euro in 2012?',
    'Spanien hat die Fußball-Europameisterschaft 2012 gewonnen, im Finale gegen Italien mit 4–0 (Kiew, Ukraine).',
  ],
  [
    'de',
    'What is the death rate of Bulgaria?',
    'Die Sterberate von Bulgarien lag im Jahr 2025 bei 14,18 Todesfälle je 1.000 Einwohner.',
  ],
  [
    'fr',
    'What is the population of Germany?',
    'La population de l’Allemagne était de 84 012 284 habitants en 2025.',
  ],
  [
    'fr',
    'Which country in Africa has the largest population?',
    'Sur 54 pays (Afrique), le Nigeria a la population la plus nombreuse en 2025 : 244 344 065.',
  ],
  [
    'fr',
    'Who was the runner-up of the FIFA World Cup in 2014?',
    'L’Argentine a perdu la Coupe du monde 2014 en finale contre l’Allemagne, 0–1 (Rio de Janeiro, Brésil).',
  ],
  [
    'fr',
    'Which countries border Mali?',
    'Les pays voisins du Mali sont : Algérie (1 359 km), Burkina Faso (1 325 km), Côte d’Ivoire (599 km), Guinée (1 062 km), Mauritanie (2 236 km), Niger (838 km) et Sénégal (489 km).',
  ],
  [
    'es',
    'What is the capital of Bolivia?',
    'La capital de Bolivia es La Paz (capital administrativa) y Sucre (capital constitucional).',
  ],
  [
    'es',
    'What is the GDP of Japan?',
    'El producto interior bruto de Japón fue de 4,026 billones de dólares en 2024.',
  ],
  [
    'es',
    'How many times has the Netherlands been runner-up of the FIFA World Cup?',
    'Los Países Bajos perdieron la Copa del Mundo en la final 3 veces (1974, 1978 y 2010).',
  ],
  [
    'es',
    'What was the unemployment of Argentina in 2022, 2023 and 2024?',
    'Tasa de desempleo (Argentina): 6,9 % (2022, estimación); 6,2 % (2023, estimación); 7,9 % (2024, estimación).',
  ],
  ['pt', 'What is the currency of Angola?', 'A moeda de Angola chama-se Kwanza angolano (AOA).'],
  [
    'pt',
    'Has Portugal ever won the FIFA World Cup?',
    'Não. Portugal nunca ganhou a Copa do Mundo; os vencedores são França, Alemanha, Itália, Espanha, Argentina, Brasil, Uruguai e Inglaterra.',
  ],
  [
    'pt',
    'What are the languages of Angola?',
    'As línguas de Angola são português (oficial, 71,2%), umbundu (23%), congolês (8,2%), quimbundo (7,8%), Chokwe (6,5%), Nhaneca (3,4%), Nganguela (3,1%), Fiote (2,4%), Kwanhama (2,3%), Muhumbi (2,1%), Luvale (1%) e outros (3,6%) (2014, estimativa).',
  ],
  [
    'it',
    'Which of Italy and Argentina has won the FIFA World Cup more often?',
    'L’Italia ha vinto la Coppa del Mondo 4 volte (1934, 1938, 1982 e 2006). L’Argentina ha vinto la Coppa del Mondo 3 volte (1978, 1986 e 2022).',
  ],
  [
    'it',
    'Who won the UEFA Euro in 2020?',
    'L’Italia ha vinto gli Europei di calcio 2020, battendo in finale l’Inghilterra ai rigori dopo un 1–1 (Londra, Inghilterra, 11 luglio 2021).',
  ],
  [
    'it',
    'When did Mozambique become independent?',
    'L’indipendenza del Mozambico risale al 25 giugno 1975 (prima: Portogallo).',
  ],
  [
    'nl',
    'Who was president of the United States in 1990?',
    'George H. W. Bush was president van de Verenigde Staten van 20 januari 1989 tot 20 januari 1993.',
  ],
  [
    'nl',
    'Which country in Asia has the highest life expectancy?',
    'Van 48 landen (Azië) heeft Singapore in 2024 de hoogste levensverwachting: 86,7 jaar.',
  ],
  [
    'nl',
    'Is the inflation of the Netherlands higher than the inflation of Belgium?',
    'Ja. De inflatie van Nederland (3,3%) overtreft die van België (3,1%) in 2024; het verschil is 0,2 procentpunten.',
  ],
  ['zh', 'What is the capital of Canada?', '加拿大的首都是渥太华。'],
  [
    'zh',
    'Which 5 countries in Africa have the largest area?',
    '在非洲的54个国家中，面积最大的依次是阿尔及利亚（2,381,740平方公里）、刚果民主共和国（2,344,858平方公里）、苏丹（1,861,484平方公里）、利比亚（1,759,540平方公里）和乍得（1,284,000平方公里）。',
  ],
  [
    'zh',
    'Which countries border Russia?',
    '俄罗斯与阿塞拜疆（338公里）、白俄罗斯（1,312公里）、中国（4,133公里）、中国（46公里）、爱沙尼亚（324公里）、芬兰（1,309公里）、格鲁吉亚（894公里）、哈萨克斯坦（7,644公里）、朝鲜（18公里）、拉脱维亚（332公里）、立陶宛（261公里）、蒙古（3,452公里）、挪威（191公里）、波兰（209公里）和乌克兰（1,944公里）接壤。',
  ],
  [
    'ja',
    'Who won the Nobel Prize in Physics in 2014?',
    '2014年のノーベル物理学賞はHiroshi Amano、Isamu Akasaki、Shuji Nakamuraが受賞しました。',
  ],
  ['ja', 'What is the area of Japan?', '日本の面積は377,915平方キロメートルです。'],
  [
    'ja',
    'Which of South Korea and Japan has the higher unemployment?',
    '2024年、韓国の失業率（2.7%）は日本（2.6%）を上回ります（差は0.1ポイント）。',
  ],
  ['ar', 'What is the population of Egypt?', 'بلغ عدد سكان مصر 112,870,457 في عام 2025.'],
  [
    'ar',
    'Compare the population of Spain and Portugal.',
    'عدد السكان في عام 2024: تتفوق إسبانيا (48,848,840) على البرتغال (10,694,681)، والفرق 38.15 مليون.',
  ],
  [
    'ar',
    'How did the population of Iraq change since 2000?',
    'ارتفع عدد السكان في العراق من 24,424,056 (2000) إلى 46,042,015 (2024) (+88.5%).',
  ],
])('says in the language of the caller, %s: %s', (language, question, expected) => {
  const said = say(question, language)
  expect(said?.statements.map(({ text }) => text).join(' ')).toBe(expected)
  const stated = said ? (enterAnswer(said, createLedger()).statements ?? []) : []
  expect(stated.filter(one => !isBorneOut(one, policy))).toEqual([])
})

it.each([
  ['goods that a source lists in English', 'What are the export commodities of Ethiopia?'],
  ['a unit without a word', 'What are the oil reserves of Venezuela?'],
  ['a rank', 'Where does Germany rank in the European Union by area?'],
  ['who grew faster', 'Which grew faster since 2000: the GDP of Poland or the GDP of Romania?'],
  ['who is better off', 'Which of Chile and Peru does best by inflation and public debt?'],
  ['when a value was lowest', 'When was the GDP of Russia lowest?'],
  ['a qualifier without a word', 'Does China allow dual citizenship?'],
])('leaves an answer in English that it has no words for: %s', (_, question) => {
  expect(say(question, 'de')).toBeUndefined()
})

it('names what is missing, in English where it has no words for it', () => {
  expect(say('What was the unemployment of Brazil since 2010?', 'pt')?.missing).toEqual([
    '“Brazil: Unemployment rate before 2022”',
  ])
})
