import type { HealthResponse } from '@footnote/contract/site/operator'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { agoText } from '../../../ui/ago-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { durationText } from '../../../ui/duration-text.ts'
import { Figure, Figures } from '../../../ui/figure.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OperatorError } from '../operator-error.tsx'
import { healthQuery } from '../operator-queries.ts'
import { InstancesTable } from './instances-table.tsx'

/** Health of upstream, engine, database, email and the service's own processes. */
export function OperatorHealthPage() {
  const { data, error, refetch } = useQuery(healthQuery)
  return (
    <>
      <PageTitle title="Health" description="As seen by the instance that served this page." />
      {data ? (
        <Health health={data} />
      ) : error ? (
        <OperatorError error={error} onRetry={refetch} />
      ) : (
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
          <Skeleton className="h-48 md:col-span-2" />
        </div>
      )}
    </>
  )
}

function Health({
  health: { upstream, engine, instances, sweep_paused_until, database, mail },
}: {
  health: HealthResponse
}) {
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <UpstreamPanel upstream={upstream} />
      <EnginePanel engine={engine} />
      <Panel title="Database">
        <Figures>
          <Figure name="Version">{database.version}</Figure>
          <Figure name="Size">{bytesText(database.size_bytes)}</Figure>
          <Figure name="Connections">{database.connections}</Figure>
        </Figures>
      </Panel>
      <MailPanel mail={mail} />
      <div className="min-w-0 md:col-span-2">
        <Panel
          title="Instances"
          description="Each instance holds a lease. When a lease ends, the others settle its pending charges."
          action={sweep_paused_until !== null && <Badge tone="bad">Refunds paused</Badge>}
        >
          <InstancesTable instances={instances} />
        </Panel>
      </div>
    </div>
  )
}

function UpstreamPanel({ upstream }: Pick<HealthResponse, 'upstream'>) {
  return (
    <Panel
      title="Upstream"
      description={<span className="wrap-anywhere">{upstream.name}</span>}
      action={
        <State isGood={upstream.accepts_calls}>
          {upstream.accepts_calls ? 'Accepting calls' : 'Refusing calls'}
        </State>
      }
    >
      <Figures>
        <Figure name="Calls in flight">{upstream.calls_in_flight}</Figure>
        {upstream.refusal_ms !== null && (
          <Figure name="Refusing for" isBad note="callers get a retry time">
            {durationText(upstream.refusal_ms)}
          </Figure>
        )}
      </Figures>
    </Panel>
  )
}

function EnginePanel({ engine }: Pick<HealthResponse, 'engine'>) {
  return (
    <Panel
      title="Embedded engine"
      description={
        engine
          ? 'Started and supervised by this service'
          : 'Not in use: another upstream is configured'
      }
      action={
        engine && (
          <State isGood={engine.is_running}>{engine.is_running ? 'Running' : 'Not running'}</State>
        )
      }
    >
      {engine && (
        <Figures>
          <Figure name="Restarts" note="since the service started" isBad={engine.restarts > 0}>
            {engine.restarts}
          </Figure>
        </Figures>
      )}
    </Panel>
  )
}

function MailPanel({ mail }: Pick<HealthResponse, 'mail'>) {
  return (
    <Panel
      title="Email"
      action={
        <State isGood={mail.failing === 0}>{mail.failing === 0 ? 'No failures' : 'Failing'}</State>
      }
    >
      <Figures>
        <Figure name="Queued">{mail.waiting}</Figure>
        <Figure name="Failed attempts" isBad={mail.failing > 0}>
          {mail.failing}
        </Figure>
        <Figure name="Oldest">
          {mail.oldest_at === null ? 'None' : agoText(new Date(mail.oldest_at), new Date())}
        </Figure>
      </Figures>
    </Panel>
  )
}

function State({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return <Badge tone={isGood ? 'good' : 'bad'}>{children}</Badge>
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000

/** `812 B`, `7.4 MB`, `120 GB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(
    UNITS.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / Math.log10(STEP)),
  )
  const value = bytes / STEP ** power
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${UNITS[power]}`
}
