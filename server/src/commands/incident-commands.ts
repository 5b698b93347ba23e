import { siteFormats } from '@footnote/contract/site/formats'
import { INCIDENT_STATES, type IncidentState } from '@footnote/contract/site/incident-states'
import { siteLimits } from '@footnote/contract/site/limits'
import { type Command, Option } from 'commander'
import { listIncidents, postIncident, updateIncident } from '../figures/incidents.ts'
import { CommandError } from './command-error.ts'
import { printFields, printJson, printTable } from './print.ts'
import { readLine } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

const DAY_MS = 86_400_000

interface Options {
  readonly text: string
  readonly state: IncidentState
  readonly started?: string
  readonly json?: boolean
}

export function addIncidentCommands(program: Command): void {
  const incident = program.command('incident').description('Incidents on the status page')
  const state = () =>
    new Option('--state <state>', 'State of the incident').choices(INCIDENT_STATES)

  incident
    .command('post <title>')
    .description('Post an incident on the status page')
    .requiredOption('--text <text>', 'Description of the problem, in one line')
    .addOption(state().default(INCIDENT_STATES[0]))
    .option('--started <time>', 'When it started, such as 2027-01-31T09:00Z (default: now)')
    .option('--json', 'Print JSON')
    .action((title: string, { started, json, ...options }: Options) =>
      withDatabase(async database => {
        const incident_id = await postIncident(database, {
          title: readLine(title, 'the title'),
          startedAt: started === undefined ? undefined : readTime(started),
          state: options.state,
          text: readLine(options.text, '--text'),
        })
        print({ incident_id, state: options.state }, json)
      }),
    )

  incident
    .command('update <id>')
    .description('Add an update to an incident')
    .requiredOption('--text <text>', 'Description of the update, in one line')
    .addOption(state().makeOptionMandatory())
    .option('--json', 'Print JSON')
    .action((incidentId: string, { text, state: next, json }: Options) =>
      withDatabase(async database => {
        const update = { incidentId, state: next, text: readLine(text, '--text') }
        const isKnown =
          siteFormats.uuid.check(incidentId) && (await updateIncident(database, update))
        if (!isKnown) {
          throw new CommandError(
            `no incident has the ID ${incidentId}; list them with "footnote incident list"`,
          )
        }
        print({ incident_id: incidentId, state: next }, json)
      }),
    )

  incident
    .command('list')
    .description(`List open incidents and those of the last ${siteLimits.incidentDays} days`)
    .option('--json', 'Print JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async database => {
        const since = new Date(Date.now() - siteLimits.incidentDays * DAY_MS)
        const incidents = await listIncidents(database, { since })
        if (json) printJson({ incidents })
        else {
          const rows = incidents.map(({ updates, ...row }) => ({
            ...row,
            state: updates[0]?.state,
          }))
          printTable(rows, 'No incidents.')
        }
      }),
    )
}

function print(fields: Readonly<Record<string, unknown>>, json: boolean | undefined): void {
  if (json) printJson(fields)
  else printFields(fields)
}

function readTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || time.getTime() > Date.now()) {
    throw new CommandError('--started must be a time in the past, such as 2027-01-31T09:00Z')
  }
  return time
}
