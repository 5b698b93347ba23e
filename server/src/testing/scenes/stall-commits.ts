import { type Connection, connectAlone } from '@footnote/platform/database/connect'

const LOCK = 15

/**
 * Makes each commit that renews a lease or moves money hang until released, as with a synchronous
 * standby that is gone: reads work, and no time limit of the server ends the wait.
 */
export async function stallCommits(
  connection: Connection,
): Promise<{ release: () => Promise<void> }> {
  const client = await connectAlone(connection)
  await client.query(`
    create function stall() returns trigger language plpgsql as $$
      begin
        while not pg_try_advisory_xact_lock_shared(${LOCK}) loop perform pg_sleep(0.01); end loop;
        return null;
      end
    $$;
    create constraint trigger stall after update on instance
      deferrable initially deferred for each row execute function stall();
    create constraint trigger stall after update on wallet
      deferrable initially deferred for each row execute function stall();
    select pg_advisory_lock(${LOCK})`)
  return { release: () => client.end() }
}
