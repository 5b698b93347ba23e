import type { Statement } from '../evidence/statement.ts'
import { contentWords, words } from '../text/words.ts'
import { wrongFigures } from './wrong-figures.ts'

/** Words for parts of a report that claim nothing. */
const NEUTRAL = new Set(
  (
    'summary overview introduction background context conclusion conclusions answer details key facts ' +
    'findings results main points analysis comparison history outlook figures timeline definition ' +
    'risks causes effects reasons impact examples types short brief general ' +
    'zusammenfassung uberblick einleitung hintergrund fazit antwort einzelheiten ergebnisse vergleich ' +
    'geschichte ausblick zahlen kurz wichtigste fakten ' +
    'resume apercu contexte conclusion reponse resultats comparaison histoire chiffres ' +
    'resumen panorama contexto conclusion respuesta detalles resultados comparacion historia cifras ' +
    'riepilogo panoramica contesto conclusioni risposta risultati confronto storia ' +
    'resumo visao geral conclusao resposta comparacao ' +
    '概要 摘要 总结 總結 背景 结论 結論 まとめ 比較 比较 回答'
  ).split(' '),
)

/**
 * Returns whether a heading claims nothing new: its words and figures are in the question or in the
 * section.
 */
export function keepHeading(
  heading: string,
  {
    statements,
    input,
    language,
  }: {
    readonly statements: readonly Statement[]
    readonly input: string
    readonly language: string
  },
): boolean {
  const texts = [
    input,
    ...statements.flatMap(({ text, evidence }) => [
      text,
      ...evidence.flatMap(({ quote, passage }) => [quote, passage.title]),
    ]),
  ]
  const quotes = texts.map(text => ({ text, language }))
  if (wrongFigures(heading, quotes, language).length > 0) return false
  const whole = texts.join('\n')
  const known = new Set(words(whole).flatMap(({ folded, stem }) => [folded, stem]))
  return contentWords(heading).every(
    ({ folded, stem, text }) =>
      NEUTRAL.has(folded) || known.has(folded) || known.has(stem) || isPartOf(text, whole),
  )
}

/** In scripts without spaces, a word may be inside a longer run of characters. */
function isPartOf(text: string, whole: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u.test(text)
    ? whole.includes(text)
    : false
}
