import type { Database } from '@footnote/platform/database/connect'
import type Stripe from 'stripe'
import { claimEventCursor, releaseEventCursor } from './event-cursor.ts'
import type { Subject } from './event-subject.ts'
import { forgetFailedSubject, listFailedSubjects, noteFailedSubject } from './failed-subjects.ts'
import { listSubjects } from './list-subjects.ts'

/** So many failures in one round mean that the payments are not at fault. */
const MOST_FAILURES = 10

interface Dependencies {
  readonly database: Database
  readonly client: () => Promise<Stripe>
  readonly bringSubject: (subject: Subject) => Promise<void>
  readonly reportFault: (error: unknown) => void
}

/**
 * Reads events whose webhooks may have been lost. A failed one is stored and retried on its own, so
 * it neither delays others nor is forgotten.
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
    // The next round starts where this one did.
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
