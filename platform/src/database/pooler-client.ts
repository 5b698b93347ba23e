import pg from 'pg'

interface TimeLimits {
  readonly lockMs: number
  readonly statementMs: number
}

type Callback = (error: Error | null, result: pg.QueryResult) => void

/** As `pg` makes it, beyond what its types say. */
interface OwnQuery extends Omit<pg.Query, 'submit'> {
  text: string
  name: string | undefined
  queryMode: 'extended' | undefined
  callback: Callback | undefined
  submit(connection: pg.Connection): Error | null
  handleCommandComplete(...message: unknown[]): void
}

/** Not limited, so that a transaction that has failed can still be ended. */
const TRANSACTION_CONTROL = /^\s*(begin|start|commit|end|rollback|abort|savepoint|release)\b/i
const NOTIFICATIONS = /^\s*(un)?listen\b/i

/**
 * Makes a client for a pooler in transaction mode, behind which nothing may outlive its transaction.
 * Statements have no names, nobody listens for notifications, and the time limits go along with each
 * statement, in the same round trip and the same transaction.
 */
export function createPoolerClient(limits?: TimeLimits): typeof pg.Client {
  return class PoolerClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: it takes what each form of the original takes
    override query(...args: any[]): any {
      const query = new pg.Query(...args) as unknown as OwnQuery
      query.name = undefined
      if (limits && !TRANSACTION_CONTROL.test(query.text)) limitQuery(query, limits)
      if (NOTIFICATIONS.test(query.text)) query.text = ''
      if (query.callback) return super.query(query as unknown as pg.Query)
      return new Promise((resolve, reject) => {
        query.callback = (error, result) => (error ? reject(error) : resolve(result))
        super.query(query as unknown as pg.Query)
      })
    }
  }
}

/** Sends the limits ahead: what precedes a statement without a Sync is in its transaction. */
function limitQuery(query: OwnQuery, { lockMs, statementMs }: TimeLimits): void {
  const limit = `do $$ begin
    perform set_config('lock_timeout', '${lockMs}', true);
    perform set_config('statement_timeout', '${statementMs}', true);
  end $$`
  const { submit, handleCommandComplete } = query
  query.queryMode = 'extended'
  query.submit = connection => {
    connection.stream.cork()
    connection.parse({ name: '', text: limit, types: [] }, true)
    connection.bind({}, true)
    connection.execute({}, true)
    const error = submit.call(query, connection)
    connection.stream.uncork()
    return error
  }
  // The first of two completions is that of the limits.
  query.handleCommandComplete = () => {
    query.handleCommandComplete = handleCommandComplete
  }
}
