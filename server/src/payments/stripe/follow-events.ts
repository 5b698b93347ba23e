import type { Database } from '@footnote/platform/database/connect'
import type Stripe from 'stripe'
import { claimEventCursor, releaseEventCursor } from './event-cursor.ts'
import type { Subject } from './event-subject.ts'
import { forgetFailedSubject, listFailedSubjects, noteFailedSubject } from './failed-subjects.ts'
import { listSubjects } from './list-subjects.ts'

/** So many in one round, and it is not the single payment that is at fault. */
const MOST_FAILURES = 10

interface Dependencies {
  readonly database: Database
  readonly client: () => Promise<Stripe>
  readonly bringSubject: (subject: Subject) => Promise<void>
  readonly reportFault: (error: unknown) => void
}

/**
 * Looks at what webhooks should have told of, and perhaps did not. What fails is written down and tried
 * again by itself: neither does it hold up the others, nor is it forgotten.
 */
export async function followEvents(
  deps: Dependencies,
  { mode, signal }: { mode: 'live' | 'test'; signal: AbortSignal },
): Promise<void> {
  const { database, reportFault } = deps
  const cursor = await claimEventCursor(database, { mode })
  if (!cursor) return
  let { readUntil } = cursor
  try {
    const stripe = await deps.client()
    const found = await listSubjects(stripe, { since: readUntil, until: cursor.moment, signal })
    await followSubjects(deps, { mode, signal, subjects: found.subjects })
    readUntil = found.until
  } catch (error) {
    // The next round begins where this one did.
    if (!signal.aborted) reportFault(error)
  } finally {
    await releaseEventCursor(database, { mode, readUntil })
  }
}

async function followSubjects(
  { database, bringSubject, reportFault }: Dependencies,
  {
    mode,
    signal,
    subjects,
  }: { mode: 'live' | 'test'; signal: AbortSignal; subjects: readonly Subject[] },
): Promise<void> {
  const failed = await listFailedSubjects(database, { mode })
  const waiting = new Set(failed.map(({ subject }) => JSON.stringify(subject)))
  let failures = 0

  async function follow(subject: Subject, { isKnown }: { isKnown: boolean }): Promise<void> {
    signal.throwIfAborted()
    try {
      await bringSubject(subject)
      if (isKnown) await forgetFailedSubject(database, { mode, subject })
    } catch (error) {
      await noteFailedSubject(database, { mode, subject })
      failures += 1
      if (failures >= MOST_FAILURES) throw error
      reportFault(error)
    }
  }

  for (const subject of subjects) {
    if (!waiting.has(JSON.stringify(subject))) await follow(subject, { isKnown: false })
  }
  for (const { subject, isDue } of failed) {
    if (isDue) await follow(subject, { isKnown: true })
  }
}
