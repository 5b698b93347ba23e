import { type Word, words } from '../text/words.ts'

/** Words that ask, count or report, and narrow nothing down; compared by their stems. */
const PLAIN =
  // who asks, and for what
  'please give tell show list provide find calculate compute determine report state identify compare ' +
  'summarize summarise know need want get look see answer question figure number value amount data ' +
  'level result performance information detail breakdown overview summary table chart analysis memo ' +
  'presentation context example following respectively separately together including also well ' +
  // who reports, and where
  'company companies firm business corporation group filer issuer consolidated reported according ' +
  'filing filings sec edgar 10 k q 20 f annual annually yearly quarterly statement statements based ' +
  'basis gaap ifrs disclosed published stated recorded posted booked ' +
  // what figures do
  'grow grew growth grown change increase decrease decline rise rose risen fall fell fallen drop ' +
  'improve expand shrink shrank evolve develop trend move reach hit exceed surpass beat total overall ' +
  'come came amount stand stood generate earn earned make made spend spent spending pay paid hold held ' +
  'have had own owe owed use buy bought return returned ' +
  // how they compare
  'average mean median sum combined cumulative aggregate high higher highest low lower lowest large ' +
  'larger largest big bigger biggest small smaller smallest great greater greatest less least maximum ' +
  'minimum peak record best worst fast faster fastest slow difference differ ratio share percent ' +
  'percentage proportion fraction rate relative versus vs compared comparison against cagr compound ' +
  'compounded divided multiple times respective ' +
  // when, and in what
  'year years quarter quarters month months period periods fiscal financial calendar full time end ended ' +
  'ending start beginning recent latest last previous prior current past decade date day now today each ' +
  'every over since million millions billion billions thousand thousands dollar dollars usd us euro ' +
  'euros eur cents terms absolute currency unit decimal decimals place places rounded round nearest ' +
  'one two three four five six seven eight nine ten first second third fourth actual net gross basic ' +
  'diluted annualized annualised per much many attributable ' +
  // what filings do to each other
  'restate restated restatement restating original originally initial initially revise revised amend ' +
  'amended correct corrected later earlier subsequently same different outstanding anything something ' +
  'item items account accounts'
const stems = new Set(words(PLAIN).map(({ stem }) => stem))

export function isPlainWord({ stem, folded }: Word): boolean {
  return stems.has(stem) || /^\d/.test(folded)
}
