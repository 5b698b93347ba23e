import { connect } from '@footnote/platform/database/connect'
import { mailStatements } from '../../notices/mail-statements.ts'

/** Mails the statements that are due, once, for a test that kills it. */
const { databaseUrl, now } = JSON.parse(process.argv[2] ?? '') as {
  databaseUrl: string
  now: string
}
const database = connect(databaseUrl)
await mailStatements(database, { origin: () => 'https://footnote.example', now: new Date(now) })
await database.end()
