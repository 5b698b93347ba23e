import { stat } from 'node:fs/promises'
import type { Connection } from '@footnote/platform/database/connect'
import { openEmbeddedDatabase } from '@footnote/platform/database/embedded/open-embedded-database'
import { createLog } from '@footnote/platform/log'
import type { Command } from 'commander'
import { type Config, ConfigError, findUnknownSettings, readConfig } from '../config.ts'
import { checkDatabase, checkEngineRole } from '../doctor/check-database.ts'
import { checkService } from '../doctor/check-service.ts'
import type { Finding } from '../doctor/finding.ts'
import { requireWebsiteSettings } from '../local-mode.ts'
import { printJson } from './print.ts'

const MARKS = { good: '✓', warning: '!', problem: '✗' }

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check the settings and everything that the service depends on; changes nothing')
    .option('--json', 'Print JSON')
    .action(examine)
}

async function examine({ json }: { json?: boolean }): Promise<void> {
  const findings = await findAll()
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1
  if (json) {
    printJson(findings)
    return
  }
  for (const { name, state, note } of findings) {
    process.stdout.write(`${MARKS[state]} ${name}: ${note}\n`)
  }
}

async function findAll(): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(process.env)
    requireWebsiteSettings(config)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map(note => ({ name: 'settings', state: 'problem', note }))
  }
  const unknown = findUnknownSettings(process.env).map((name): Finding => {
    return { name: 'settings', state: 'warning', note: `${name} is unknown; check its spelling` }
  })
  const settings: Finding = { name: 'settings', state: 'good', note: 'all values are valid' }
  return [settings, ...unknown, ...(await checkDatabases(config)), ...(await checkService(config))]
}

async function checkDatabases({ databaseUrl, dataDir, engine }: Config): Promise<Finding[]> {
  if (databaseUrl !== undefined) return await checkReached(databaseUrl, engine)
  const isNew = (await stat(dataDir).catch(() => undefined)) === undefined
  if (isNew) {
    return [{ name: 'database', state: 'good', note: 'the first start creates the embedded one' }]
  }
  const opened = await openEmbeddedDatabase({ dataDir, log: createLog('warn') })
  try {
    return await checkReached(opened.connection, engine)
  } finally {
    await opened.close()
  }
}

async function checkReached(service: Connection, engine: Config['engine']): Promise<Finding[]> {
  const findings = await checkDatabase(service)
  if (findings.length === 1) return findings
  const library = 'FOOTNOTE_LIBRARY_DATABASE_URL'
  const others = [
    {
      name: 'engine database',
      setting: 'FOOTNOTE_ENGINE_DATABASE_URL',
      url: engine.databaseUrl,
    },
    { name: 'library database', setting: library, url: engine.environment[library] },
  ]
  for (const { url, ...names } of others) {
    if (url !== undefined) findings.push(await checkEngineRole(service, { ...names, url }))
  }
  return findings
}
