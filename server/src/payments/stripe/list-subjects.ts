import type Stripe from 'stripe'
import { EVENT_TYPES, eventSubject, type Subject } from './event-subject.ts'

const PAGE = 100
const MOST_PAGES = 20
/** Events appear a little after they happen, and clocks differ. */
const OVERLAP_MS = 300_000
const SHORTEST_MS = 60_000

/**
 * Lists the subjects of events since a time, each once, and the end of that span. Stripe lists the
 * newest first; if there are too many for one round, an earlier end is used.
 */
export async function listSubjects(
  stripe: Stripe,
  { since, until, signal }: { since: Date; until: Date; signal: AbortSignal },
): Promise<{ subjects: Subject[]; until: Date }> {
  for (let end = until; ; end = halfway(since, end)) {
    signal.throwIfAborted()
    const isShort = end.getTime() - since.getTime() <= SHORTEST_MS
    const mostPages = isShort ? Number.POSITIVE_INFINITY : MOST_PAGES
    const events = await listEvents(stripe, { since, until: end, mostPages })
    if (!events) continue
    const subjects = new Map<string, Subject>()
    for (const event of events) {
      const subject = eventSubject(event)
      if (subject) subjects.set(JSON.stringify(subject), subject)
    }
    // Oldest first, as they happened.
    return { subjects: [...subjects.values()].reverse(), until: end }
  }
}

/** Returns undefined if there are too many pages. */
async function listEvents(
  stripe: Stripe,
  { since, until, mostPages }: { since: Date; until: Date; mostPages: number },
): Promise<Stripe.Event[] | undefined> {
  const events: Stripe.Event[] = []
  const created = {
    gte: Math.floor((since.getTime() - OVERLAP_MS) / 1_000),
    lte: Math.ceil((until.getTime() + OVERLAP_MS) / 1_000),
  }
  for (let page = 0; page < mostPages; page += 1) {
    const last = events.at(-1)?.id
    const { data, has_more } = await stripe.events.list({
      types: [...EVENT_TYPES],
      created,
      limit: PAGE,
      ...(last !== undefined && { starting_after: last }),
    })
    events.push(...data)
    if (!has_more) return events
  }
  return undefined
}

function halfway(since: Date, until: Date): Date {
  return new Date((since.getTime() + until.getTime()) / 2)
}
