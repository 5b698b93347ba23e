import type { Settings } from './run-footnote.ts'

/**
 * What a spawned service needs for its website beside an upstream of its own. Nobody listens where its
 * mail goes, so that all of it stays in the outbox, where tests read it.
 */
export const SITE_SETTINGS: Settings = {
  FOOTNOTE_WEBSITE: 'on',
  FOOTNOTE_SECRET: 'a secret of the tests that is long enough',
  FOOTNOTE_SMTP_URL: 'smtp://127.0.0.1:1',
  FOOTNOTE_MAIL_FROM: 'footnote@example.com',
}
