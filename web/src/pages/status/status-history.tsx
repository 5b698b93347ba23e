import { siteLimits } from '@footnote/contract/site/limits'
import type { Incident, StatusHistoryResponse } from '@footnote/contract/site/responses'
import { useQuery } from '@tanstack/react-query'
import { statusHistoryQuery } from '../../api/queries.ts'
import { longDay, shortDay } from '../../charts/day-text.ts'
import { classes } from '../../ui/classes.ts'
import { counted } from '../../ui/counted.ts'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'

type Day = StatusHistoryResponse['days'][number]

const STATES = { investigating: 'Investigating', monitoring: 'Monitoring', resolved: 'Resolved' }

/** Incidents that the operator has posted and not resolved. */
export function OpenIncidents() {
  const { data } = useQuery(statusHistoryQuery)
  return data?.incidents
    .filter(({ ended_at, updates }) => ended_at === null && updates.length > 0)
    .map(({ title, started_at, updates }) => (
      <Notice key={started_at} tone="warn" className="mb-6 wrap-anywhere">
        <strong className="font-medium">{title}.</strong> {updates[0]?.text}
      </Notice>
    ))
}

/** A bar for each of the last days, and the incidents by day. */
export function StatusHistory() {
  const { data, error, refetch } = useQuery(statusHistoryQuery)
  return (
    <Panel
      title={`Last ${siteLimits.incidentDays} days`}
      description={data && summaryOf(data.days)}
      className="mt-6"
    >
      {!data && error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <>
          <DayBars days={data.days} />
          <Incidents incidents={data.incidents} />
        </>
      )}
    </Panel>
  )
}

function summaryOf(days: readonly Day[]): string {
  const bad = days.filter(({ has_incident }) => has_incident).length
  return bad === 0 ? 'No incidents.' : `Incidents on ${counted(bad, 'day')}.`
}

/** Drawn for the eye only: the list below it says the same. */
function DayBars({ days }: { days: readonly Day[] }) {
  const [first] = days
  return (
    <div aria-hidden="true">
      <div className="flex h-10 items-end gap-px sm:gap-0.5">
        {days.map(day => (
          <span
            key={day.day}
            title={describeDay(day)}
            className={classes('min-w-0 grow rounded-xs', lookOf(day))}
          />
        ))}
      </div>
      <p className="mt-2 flex justify-between text-xs text-quiet">
        <span>{first && shortDay(first.day)}</span>
        <span>Today</span>
      </p>
    </div>
  )
}

/** The height tells the kinds of days apart too, so that they do not rely on colour alone. */
function lookOf({ calls, has_incident }: Day): string {
  if (has_incident) return 'h-10 bg-bad'
  return calls === 0 ? 'h-2 bg-rule' : 'h-7 bg-good'
}

function describeDay({ day, calls, failed, has_incident }: Day): string {
  const incident = has_incident ? ', incident' : ''
  return calls === 0
    ? `${longDay(day)}: no calls${incident}`
    : `${longDay(day)}: ${counted(calls, 'call')}, ${failed.toLocaleString('en-GB')} failed${incident}`
}

function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const byDay = Map.groupBy(incidents, ({ started_at }) => started_at.slice(0, 10))
  return [...byDay].map(([day, own]) => (
    <section key={day} className="mt-6 border-t border-rule pt-4">
      <h3 className="text-sm font-medium">{longDay(day)}</h3>
      <ul className="mt-3 space-y-5 text-sm">
        {own.map(incident => (
          <li key={incident.started_at + incident.title} className="wrap-anywhere">
            <p className="font-medium">{incident.title}</p>
            <p className="text-quiet">
              <Time at={incident.started_at} /> to{' '}
              {incident.ended_at === null ? 'now' : <Time at={incident.ended_at} />}
            </p>
            {incident.updates.length > 0 && (
              <ol className="mt-2 space-y-2 border-l-2 border-rule pl-3">
                {incident.updates.map(({ state, text, at }) => (
                  <li key={at}>
                    <span className="font-medium">{STATES[state]}.</span> {text}{' '}
                    <span className="text-quiet">
                      <Time at={at} />
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </section>
  ))
}
