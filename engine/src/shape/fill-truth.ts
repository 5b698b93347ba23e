import { unitsOf } from '../extractive/units.ts'
import type { Filled, Filling } from './filling.ts'
import { citeOf, readFound } from './found-text.ts'
import type { Place } from './place.ts'
import { allStems, strongStems } from './property-words.ts'
import { shareOf } from './rate-support.ts'
import { readTruth } from './read-truth.ts'

/** A truth may stand anywhere in the subject's documents: `Coastline: 0 km (landlocked)`. */
export async function fillTruth(
  filling: Filling,
  { subject, path }: Place,
): Promise<Filled | undefined> {
  const name = path.at(-1) ?? ''
  const asked = strongStems(name)
  if (!subject || asked.length === 0) return undefined
  const own = (await filling.documents()).filter(({ documentId }) =>
    subject.documentIds.includes(documentId),
  )
  for (const candidate of own.flatMap(unitsOf)) {
    if (shareOf(asked, new Set(allStems(candidate.text))) < 1) continue
    filling.spend()
    const found = readFound({ ...candidate, score: 0 })
    const value = readTruth(found, name)
    if (value !== undefined) return { value, cites: [citeOf(found)] }
  }
  return undefined
}
