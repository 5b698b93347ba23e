import { expect } from 'vitest'
import { auditDatabase } from '../../wallet/audit.ts'
import type { StubHandler, StubReply } from '../stubs/stub-upstream.ts'
import type { Payer } from './create-payer.ts'
import { playTasks, type RemoteTask } from './play-tasks.ts'
import { get, post, type Reply, startTestService, type TestService } from './test-service.ts'

/** The database's record of a task and its money. */
interface TaskFacts {
  readonly state: string
  readonly charge: string
  readonly cause: string | null
  /** Every movement of its money in order, such as `wallet>held, held>captured`. */
  readonly money: string
}

export interface SceneTask {
  readonly id: string
  readonly remote: RemoteTask
  /** Sets the upstream's report on it from now on. */
  becomes(reply: StubHandler | StubReply): void
  /** Sends a GET by its owner, to this service or another on the same database. */
  retrieve(serviceUrl?: string): Promise<Reply>
  facts(): Promise<TaskFacts>
  /** Moves it in time: assignments of SQL to columns of its row, and of its charge's. */
  travel(to: { task?: string; charge?: string; open?: string }): Promise<void>
  /** Waits until the database has this state of it. */
  comesTo(facts: Partial<TaskFacts>): Promise<void>
}

export interface TaskScene extends TestService {
  readonly payer: Payer
  submit(more?: { body?: object; serviceUrl?: string }): Promise<SceneTask>
}

/** A service, a payer and an upstream that keeps tasks. */
export async function startTaskScene(settings: Record<string, string> = {}): Promise<TaskScene> {
  const test = await startTestService(settings)
  const { database, service, upstream } = test
  const remotes = playTasks(upstream)
  const payer = await test.createPayer('1000')

  async function submit({ body = {}, serviceUrl = service.url } = {}): Promise<SceneTask> {
    const request = { input: 'What was asked', research_effort: 'deep', ...body }
    const reply = await post(`${serviceUrl}/api/v1/research`, payer.key, request)
    expect(reply).toMatchObject({ status: 202, body: { status: 'queued' } })
    return sceneTask(reply.body.task_id)
  }

  async function sceneTask(id: string): Promise<SceneTask> {
    const { rows } = await database.query<{ remote_id: string }>(
      'select remote_id from task where id = $1',
      [id],
    )
    const remote = remotes.get(rows[0]?.remote_id ?? '')
    if (!remote) throw new Error('the upstream does not know this task')
    const facts = () => readFacts(test, id)
    return {
      id,
      remote,
      facts,
      becomes(reply) {
        remote.look = typeof reply === 'function' ? reply : () => reply
      },
      retrieve: (serviceUrl = service.url) => get(`${serviceUrl}/api/v1/research/${id}`, payer.key),
      async travel({ task, charge, open }) {
        if (task) await database.query(`update task set ${task} where id = $1`, [id])
        if (charge) await database.query(`update charge set ${charge} where id = $1`, [id])
        if (open) await database.query(`update open_charge set ${open} where charge_id = $1`, [id])
      },
      async comesTo(expected) {
        await expect.poll(facts, { interval: 20 }).toMatchObject(expected)
      },
    }
  }

  return {
    ...test,
    payer,
    submit,
    async close() {
      const violations = await auditDatabase(test.connection)
      await test.close()
      expect(violations).toEqual([])
    },
  }
}

async function readFacts({ database }: TestService, id: string): Promise<TaskFacts> {
  const { rows } = await database.query<TaskFacts>(
    `select task.state, charge.state as charge, charge.refund_cause as cause,
       (select string_agg(source || '>' || target, ', ' order by movement.id)
        from movement where charge_id = charge.id) as money
     from task join charge on charge.id = task.id where task.id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) throw new Error('there is no such task')
  return row
}

/** The records of a task that is open, delivered or refunded, with the movements of each. */
export const held = { charge: 'held', cause: null, money: 'wallet>held' }
export const captured = { charge: 'captured', cause: null, money: 'wallet>held, held>captured' }
export const refundedFor = (cause: string) => ({
  charge: 'refunded',
  cause,
  money: 'wallet>held, held>wallet',
})
