import { randomUUIDv7 } from 'node:crypto'
import type { IncidentState } from '@footnote/contract/site/incident-states'
import { siteLimits } from '@footnote/contract/site/limits'
import type { Incident } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'

interface Update {
  readonly state: IncidentState
  readonly text: string
}

/** Posts an incident on the status page and returns its id. */
export async function postIncident(
  database: Pick<Database, 'query'>,
  { title, startedAt, state, text }: Update & { title: string; startedAt?: Date | undefined },
): Promise<string> {
  const id = randomUUIDv7()
  await database.query(
    `with posted as (
       insert into incident (id, title, started_at)
       values ($1, $2, coalesce($3, clock_timestamp())) returning id
     )
     insert into incident_update (id, incident_id, state, text) select $4, id, $5, $6 from posted`,
    [id, title, startedAt, randomUUIDv7(), state, text],
  )
  return id
}

/** Adds an update to an incident. Returns false if there is no such incident. */
export async function updateIncident(
  database: Pick<Database, 'query'>,
  { incidentId, state, text }: Update & { incidentId: string },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into incident_update (id, incident_id, state, text)
     select $1, id, $3, $4 from incident where id = $2`,
    [randomUUIDv7(), incidentId, state, text],
  )
  return rowCount === 1
}

/** Lists the posted incidents that started or ended since a time or are open, the latest first. */
export async function listIncidents(
  database: Pick<Database, 'query'>,
  { since }: { since: Date },
): Promise<(Incident & { id: string })[]> {
  const { rows } = await database.query<{
    id: string
    title: string
    started_at: Date
    updates: Incident['updates']
  }>({
    name: 'list_incidents',
    text: `select incident.id, title, started_at, updates
           from incident
           cross join lateral (
             select json_agg(
                 json_build_object(
                   'state', state, 'text', text,
                   'at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                 )
                 order by created_at desc
               ) as updates,
               (array_agg(state order by created_at desc))[1] as state,
               max(created_at) as latest
             from incident_update where incident_id = incident.id
           ) as history
           where started_at >= $1 or latest >= $1 or history.state <> 'resolved'
           order by started_at desc
           limit $2`,
    values: [since, siteLimits.incidents],
  })
  return rows.map(({ started_at, ...incident }) => ({
    ...incident,
    started_at: started_at.toISOString(),
    ended_at: endOf(incident.updates),
  }))
}

/** The time of the first of the latest updates that say that it is resolved. */
function endOf(updates: Incident['updates']): string | null {
  const open = updates.findIndex(({ state }) => state !== 'resolved')
  return (open === -1 ? updates : updates.slice(0, open)).at(-1)?.at ?? null
}
