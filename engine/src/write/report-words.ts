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
  pt: {
    notFound: 'Não encontrado',
    leftOut: 'Omitido com este esforço',
    figures: 'Números',
    comparison: 'Comparação',
    differ: 'Em que as fontes divergem',
    ages: 'Idade das fontes',
    pages: 'páginas',
    undated: 'sem data',
    asOf: month => `em ${month}`,
    closing: ({ judged, removed, unjudged }) =>
      [
        `Escrito por um modelo de linguagem a partir de fontes citadas; cada frase foi verificada por código contra as suas citações${judged > 0 ? ' e julgada pelo modelo' : ''}.`,
        removed > 0 ? `Frases sem apoio, removidas: ${removed}.` : '',
        unjudged > 0 ? `Não julgadas: ${unjudged}.` : '',
      ].join(' '),
  },
  it: {
    notFound: 'Non trovato',
    leftOut: 'Tralasciato con questo impegno',
    figures: 'Cifre',
    comparison: 'Confronto',
    differ: 'Dove le fonti divergono',
    ages: 'Età delle fonti',
    pages: 'pagine',
    undated: 'senza data',
    asOf: month => `a ${month}`,
    closing: ({ judged, removed, unjudged }) =>
      [
        `Scritto da un modello linguistico a partire da fonti citate; ogni frase è stata verificata dal codice sulle sue citazioni${judged > 0 ? ' e giudicata dal modello' : ''}.`,
        removed > 0 ? `Frasi senza sostegno, rimosse: ${removed}.` : '',
        unjudged > 0 ? `Non giudicate: ${unjudged}.` : '',
      ].join(' '),
  },
  nl: {
    notFound: 'Niet gevonden',
    leftOut: 'Weggelaten bij deze inspanning',
    figures: 'Cijfers',
    comparison: 'Vergelijking',
    differ: 'Waar de bronnen verschillen',
    ages: 'Leeftijd van de bronnen',
    pages: 'pagina’s',
    undated: 'zonder datum',
    asOf: month => `per ${month}`,
    closing: ({ judged, removed, unjudged }) =>
      [
        `Geschreven door een taalmodel op basis van geciteerde bronnen; elke zin is door code aan zijn citaten getoetst${judged > 0 ? ' en door het model beoordeeld' : ''}.`,
        removed > 0 ? `Zinnen zonder steun, verwijderd: ${removed}.` : '',
        unjudged > 0 ? `Niet beoordeeld: ${unjudged}.` : '',
      ].join(' '),
  },
  zh: {
    notFound: '未找到',
    leftOut: '此力度下省略',
    figures: '数据',
    comparison: '比较',
    differ: '来源的分歧',
    ages: '来源的时间',
    pages: '页',
    undated: '无日期',
    asOf: month => `截至${month}`,
    closing: ({ judged, removed, unjudged }) =>
      [
        `由语言模型根据所引来源撰写；每句话都由程序对照引文核对${judged > 0 ? '，并由模型判断' : ''}.`,
        removed > 0 ? `因无依据而删除的句子: ${removed}.` : '',
        unjudged > 0 ? `未判断: ${unjudged}.` : '',
      ].join(' '),
  },
  ja: {
    notFound: '見つかりませんでした',
    leftOut: 'この設定では省略',
    figures: '数値',
    comparison: '比較',
    differ: '出典の相違',
    ages: '出典の日付',
    pages: 'ページ',
    undated: '日付なし',
    asOf: month => `${month}現在`,
    closing: ({ judged, removed, unjudged }) =>
      [
        `引用元をもとに言語モデルが作成し、各文をプログラムが引用と照合しました${judged > 0 ? '（モデルによる判定あり）' : ''}.`,
        removed > 0 ? `裏付けがなく削除した文: ${removed}.` : '',
        unjudged > 0 ? `未判定: ${unjudged}.` : '',
      ].join(' '),
  },
  ar: {
    notFound: 'لم يُعثر عليه',
    leftOut: 'حُذف عند هذا المستوى',
    figures: 'الأرقام',
    comparison: 'مقارنة',
    differ: 'مواضع اختلاف المصادر',
    ages: 'تاريخ المصادر',
    pages: 'صفحات',
    undated: 'بلا تاريخ',
    asOf: month => `حتى ${month}`,
    closing: ({ judged, removed, unjudged }) =>
      [
        `كتبه نموذج لغوي من مصادر مقتبسة؛ وفُحصت كل جملة برمجيًا مقابل اقتباساتها${judged > 0 ? ' وقيّمها النموذج' : ''}.`,
        removed > 0 ? `جمل حُذفت لعدم وجود سند: ${removed}.` : '',
        unjudged > 0 ? `لم تُقيَّم: ${unjudged}.` : '',
      ].join(' '),
  },
}

/** English where there are no others. */
export function reportWords(language = 'en'): ReportWords {
  return WORDS[language.split('-')[0] ?? ''] ?? ENGLISH
}
