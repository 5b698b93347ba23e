import type { VerificationNotes } from './draft.ts'

/** What the engine itself says in a report, in the report's language. */
export interface ReportWords {
  readonly notFound: string
  readonly leftOut: string
  readonly figures: string
  readonly comparison: string
  readonly differ: string
  readonly ages: string
  readonly undated: string
  /** Several pages of one work. */
  readonly pages: string
  /** Of when a sentence is, where its source is old. */
  readonly asOf: (month: string) => string
  readonly closing: (notes: VerificationNotes) => string
}

const ENGLISH: ReportWords = {
  notFound: 'Not found',
  leftOut: 'Left out at this effort',
  figures: 'Figures',
  comparison: 'Comparison',
  differ: 'Where the sources differ',
  ages: 'Age of the sources',
  undated: 'undated',
  pages: 'pages',
  asOf: month => `as of ${month}`,
  closing: ({ judged, removed, unjudged }) =>
    [
      `Written by a language model from quoted sources; every sentence was checked against its quotes by code${judged > 0 ? ", and by the model's judgement" : ''}.`,
      removed > 0
        ? `${removed} ${removed === 1 ? 'sentence was' : 'sentences were'} removed because nothing supported ${removed === 1 ? 'it' : 'them'}.`
        : '',
      unjudged > 0 ? `${unjudged} could not be judged.` : '',
    ].join(' '),
}

const WORDS: Readonly<Record<string, ReportWords>> = {
  en: ENGLISH,
  de: {
    notFound: 'Nicht gefunden',
    leftOut: 'Bei diesem Aufwand ausgelassen',
    figures: 'Zahlen',
    comparison: 'Vergleich',
    differ: 'Worin sich die Quellen unterscheiden',
    ages: 'Alter der Quellen',
    undated: 'ohne Datum',
    pages: 'Seiten',
    asOf: month => `Stand ${month}`,
    closing: ({ judged, removed, unjudged }) =>
      [
        `Von einem Sprachmodell aus zitierten Quellen geschrieben; jeder Satz wurde durch Code an seinen Zitaten geprüft${judged > 0 ? ' und vom Modell beurteilt' : ''}.`,
        removed > 0 ? `Ohne Beleg und daher entfernt: ${removed}.` : '',
        unjudged > 0 ? `Nicht beurteilt: ${unjudged}.` : '',
      ].join(' '),
  },
  fr: {
    notFound: 'Non trouvé',
    leftOut: 'Laissé de côté à ce niveau d’effort',
    figures: 'Chiffres',
    comparison: 'Comparaison',
    differ: 'Où les sources divergent',
    ages: 'Âge des sources',
    undated: 'sans date',
    pages: 'pages',
    asOf: month => `état : ${month}`,
    closing: ({ judged, removed, unjudged }) =>
      [
        `Rédigé par un modèle de langage à partir de sources citées ; chaque phrase a été vérifiée par programme sur ses citations${judged > 0 ? ' et jugée par le modèle' : ''}.`,
        removed > 0 ? `Phrases sans appui, supprimées : ${removed}.` : '',
        unjudged > 0 ? `Non jugées : ${unjudged}.` : '',
      ].join(' '),
  },
  es: {
    notFound: 'No encontrado',
    leftOut: 'Omitido con este esfuerzo',
    figures: 'Cifras',
    comparison: 'Comparación',
    differ: 'En qué difieren las fuentes',
    ages: 'Antigüedad de las fuentes',
    undated: 'sin fecha',
    pages: 'páginas',
    asOf: month => `a ${month}`,
    closing: ({ judged, removed, unjudged }) =>
      [
        `Escrito por un modelo de lenguaje a partir de fuentes citadas; cada frase se comprobó con sus citas mediante código${judged > 0 ? ' y fue juzgada por el modelo' : ''}.`,
        removed > 0 ? `Frases sin respaldo, eliminadas: ${removed}.` : '',
        unjudged > 0 ? `Sin juzgar: ${unjudged}.` : '',
      ].join(' '),
  },
}

/** English where there are no others. */
export function reportWords(language = 'en'): ReportWords {
  return WORDS[language.split('-')[0] ?? ''] ?? ENGLISH
}
