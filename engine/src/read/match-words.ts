/** How far a word of a text stands for a word of the question: 1 for the same stem, 0 for another. */
export type Credits = ReadonlyMap<string, number>

const SAME_FAMILY = 0.7
const LIKELY_TYPO = 0.6
const SAME_MEANING = 0.5
const SHORTEST_FAMILY = 5
const SHORTEST_TYPO = 6

/** Everyday words that questions swap for one another, as stems. */
const SYNONYMS: readonly (readonly string[])[] = [
  'larg big great biggest largest greatest huge major main',
  'small littl smallest tini minor',
  'begin start commenc began begun open launch initi onset origin',
  'end finish conclud stop ceas close termin',
  'make made produc creat build built construct manufactur form develop found establish',
  'locat situat lie place found site base',
  'call name known term refer titl nicknam dub',
  'kill die death dead murder assassin execut',
  'bui bought purchas acquir',
  'leader head led lead command chief',
  'war battl conflict fight fought',
  'money fund cost price pai paid financ',
  'peopl popul person inhabit resid',
  'show display reveal indic demonstr',
  'use util emploi appli',
  'get receiv gain obtain got earn win won',
  'help aid assist support',
  'think thought believ consid argu claim state said sai',
  'happen occur took take event',
  'caus lead result reason due prompt led',
  'destroi ruin demolish damag',
  'old oldest age ancient earli earliest first',
  'film movi',
  'job occup profess work role career',
  'countri nation state',
  'law rule act legisl',
  'give gave given donat provid suppli offer',
  'live resid dwell inhabit',
  'bodi compos consist made compris contain includ',
  'wrote write author written publish',
  'increas grow rise grew rose',
  'decreas declin fall reduc fell drop',
  'chang alter modifi becom becam convert',
  'teach taught instruct educ',
  'beat defeat won win overcom',
  'ship boat vessel',
  'car automobil vehicl',
  'doctor physician',
  'need requir necessari',
  'import signific key major',
].map(group => group.split(' '))

const groupsOf = new Map<string, readonly string[][]>()
for (const group of SYNONYMS) {
  for (const stem of group) groupsOf.set(stem, [...(groupsOf.get(stem) ?? []), [...group]])
}

/** Which words of the vocabulary count as the stem, and how far. */
export function creditsFor(stem: string, vocabulary: ReadonlySet<string>): Credits {
  const credits = new Map<string, number>()
  for (const group of groupsOf.get(stem) ?? []) {
    for (const other of group) if (vocabulary.has(other)) credits.set(other, SAME_MEANING)
  }
  const mayBeTypo =
    !vocabulary.has(stem) && stem.length >= SHORTEST_TYPO && !/\d/.test(stem)
  for (const other of vocabulary) {
    if (isSameFamily(stem, other)) credits.set(other, SAME_FAMILY)
    else if (mayBeTypo && isTypo(stem, other)) credits.set(other, LIKELY_TYPO)
  }
  if (vocabulary.has(stem)) credits.set(stem, 1)
  return credits
}

/** Words whose stems part only near the end: administer, administration. */
function isSameFamily(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  if (shorter < SHORTEST_FAMILY || /\d/.test(a) || a[0] !== b[0]) return false
  let same = 0
  while (same < shorter && a[same] === b[same]) same += 1
  return same >= SHORTEST_FAMILY && same >= shorter - 1 && same / Math.max(a.length, b.length) >= 0.6
}

/** One letter missing, added, changed or swapped with the next. */
function isTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const restA = a.slice(at)
  const restB = b.slice(at)
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}
