import { execFile } from 'node:child_process'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Finished, runFootnote } from '../testing/processes/run-footnote.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { post } from '../testing/scenes/test-service.ts'
import { goodAnswer } from '../testing/stubs/stub-upstream.ts'
import { AUDIT_RULES } from '../wallet/audit.ts'

const execute = promisify(execFile)
const newEmail = () => `${randomUUID()}@example.com`

let scene: EmbeddedScene
beforeAll(async () => {
  scene = await openEmbeddedScene()
})
afterAll(() => scene.close())

const run = (...args: string[]) => runFootnote(args, { settings: scene.settings })

async function runJson(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

function expectRefusal({ code, stdout, stderr }: Finished, words: string | RegExp): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(words)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
}

describe('while the service runs', () => {
  it('account create, show and list print the same details', async () => {
    const email = newEmail()
    const created = await runJson('account', 'create', email)
    expect(created).toEqual({
      account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      state: 'active',
      claimed: false,
      balance_usd: 0,
      balance_units: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    const [shown, listed, table, fields] = await Promise.all([
      runJson('account', 'show', email.toUpperCase()),
      runJson('account', 'list'),
      run('account', 'list'),
      run('account', 'show', email),
    ])
    expect(shown).toEqual({ ...created, usage: [] })
    expect(listed.accounts).toContainEqual(created)
    expect(table.stdout).toMatch(/^account_id +email +state +balance_usd/)
    expect(table.stdout).toContain(email)
    expect(fields.stdout).toMatch(/^account_id +[0-9a-f-]{36}\nemail +/)
    expect(fields.stdout).toContain('No calls yet.')
  })

  it('account create refuses an address that is taken or invalid', async () => {
    const email = newEmail()
    await runJson('account', 'create', email)
    const [taken, spelt, none] = await Promise.all([
      run('account', 'create', email),
      run('account', 'create', email.toUpperCase()),
      run('account', 'create', 'nobody'),
    ])
    expectRefusal(taken, 'already exists')
    expectRefusal(spelt, 'already exists')
    expectRefusal(none, 'not an email address')
  })

  it('sets, keeps and removes the limits of a key', async () => {
    const email = `${randomUUID()}@example.com`
    await runJson('account', 'create', email)
    const caps = ['--daily-cap', '0.50', '--expires', '2999-12-31']
    await runJson('key', 'create', email, '--name', 'ci', ...caps)
    const tools = ['--tools', 'research,answer', '--calls-per-minute', '30']
    expect(await runJson('key', 'limit', email, '--name', 'ci', ...tools)).toMatchObject({
      daily_cap_usd: '0.50',
      monthly_cap_usd: null,
      tools: 'answer,research',
      calls_per_minute: 30,
      expires_at: '3000-01-01T00:00:00.000Z',
    })
    await runJson('key', 'limit', email, '--name', 'ci', '--daily-cap', 'none')
    expect(await runJson('key', 'list', email)).toMatchObject({
      keys: [
        {
          daily_cap_usd: null,
          calls_per_minute: 30,
          fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/),
        },
      ],
    })
    const refuse = async (...options: string[]) =>
      expectRefusal(await run('key', 'limit', email, '--name', 'ci', ...options), 'must be')
    await refuse('--daily-cap', '-1')
    await refuse('--tools', 'answer,chat')
    await refuse('--calls-per-minute', '1.5')
    await refuse('--expires', '2027-02-31')
  })

  it('a key is printed once, works at once, and stops working when it is revoked', async () => {
    const email = newEmail()
    await runJson('account', 'create', email)
    await runJson('wallet', 'credit', email, '1', '--reason', 'test')
    const { key, key_id } = await runJson('key', 'create', email, '--name', 'first')
    expect(key).toMatch(/^fn_[0-9A-Za-z]{49}$/)
    const answer = () => post(`${scene.service.url}/api/v1/answer`, key, { query: 'x' })
    expect((await answer()).status).toBe(200)

    expectRefusal(await run('key', 'create', email, '--name', 'first'), 'revoke it first')
    const table = await run('key', 'list', email)
    expect(table.stdout).toMatch(/^key_id +name +fingerprint +daily_cap_usd /)
    expect(table.stdout).not.toContain(key)
    const shown = await run('account', 'show', email)
    expect(shown.stdout).toMatch(/answer +- +0\.02 +200000 +captured +first/)

    expect(await runJson('key', 'revoke', email, '--name', 'first')).toMatchObject({
      name: 'first',
      revoked: true,
    })
    // The debit asks the database, so that even a cached key cannot spend.
    expect((await answer()).status).toBe(401)
    expect(await runJson('key', 'list', email)).toMatchObject({
      keys: [{ key_id, name: 'first', revoked_at: expect.any(String) }],
    })
    expectRefusal(await run('key', 'revoke', email, '--name', 'first'), 'no active key')
    expect((await run('key', 'create', email, '--name', 'first')).code).toBe(0)
  })

  it('refuses names that are empty or too long', async () => {
    const email = newEmail()
    await runJson('account', 'create', email)
    const refusals = await Promise.all([
      run('key', 'create', email, '--name', ' '),
      run('key', 'create', email, '--name', 'x'.repeat(101)),
      run('wallet', 'credit', email, '1', '--reason', ''),
    ])
    for (const refusal of refusals) expectRefusal(refusal, /must have 1 to \d+ characters/)
    expectRefusal(await run('key', 'create', email), "required option '--name <name>'")
  })

  it('refuses an unknown account', async () => {
    const email = newEmail()
    const refusals = await Promise.all([
      run('account', 'show', email),
      run('key', 'create', email, '--name', 'x'),
      run('key', 'list', email),
      run('key', 'revoke', email, '--name', 'x'),
      run('wallet', 'credit', email, '1', '--reason', 'x'),
    ])
    for (const refusal of refusals)
      expectRefusal(refusal, `no account has the email address ${email}`)
  })

  it('wallet credit accepts only positive numbers with up to 7 decimals', async () => {
    const email = newEmail()
    await runJson('account', 'create', email)
    const bad = ['0', '0.0000000', '-1', '1e3', 'ten', '1.00000001', '']
    const refusals = await Promise.all(
      bad.map(usd => run('wallet', 'credit', email, usd, '--reason', 'test')),
    )
    for (const refusal of refusals)
      expectRefusal(refusal, 'must be a positive number with up to 7 decimals')
    expect((await runJson('account', 'show', email)).balance_units).toBe(0)
  })

  it('wallet credit is exact to the unit up to the largest exact number, and refuses more', async () => {
    const email = newEmail()
    await runJson('account', 'create', email)
    const credit = (usd: string) => runJson('wallet', 'credit', email, usd, '--reason', 'test')
    await credit('0.1')
    expect(await credit('0.2')).toMatchObject({ balance_usd: 0.3, balance_units: 3_000_000 })
    expect(await credit('0.0000001')).toMatchObject({ balance_units: 3_000_001 })
    const most = await run('wallet', 'credit', email, '900719925.174099', '--reason', 'test')
    expect(most.stdout).toMatch(/^credited_usd +900719925\.174099$/m)
    expect(most.stdout).toMatch(/^balance_usd +900719925\.4740991$/m)
    expect(most.stdout).toMatch(/^balance_units +9007199254740991$/m)
    const tooMuch = await run('wallet', 'credit', email, '0.0000001', '--reason', 'test')
    expectRefusal(tooMuch, 'would exceed the maximum')
    const far = await run('wallet', 'credit', email, '999999999999', '--reason', 'test')
    expectRefusal(far, 'at most 900719925.4740991')
    const { stdout } = await run('account', 'show', email)
    expect(stdout).toMatch(/^balance_usd +900719925\.4740991$/m)
    const { balance_units } = await runJson('account', 'show', email)
    expect(balance_units).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('audit reports that every rule holds, and exits with 0', async () => {
    const { code, stdout } = await run('audit')
    expect(code).toBe(0)
    expect(stdout).toBe(AUDIT_RULES.map(rule => `passed  ${rule}\n`).join(''))
    expect(await runJson('audit')).toEqual({ ok: true, rules: AUDIT_RULES, violations: [] })
  })

  it('archive accepts past months only', async () => {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const to = ['--to', folder.path]
    const [none, running, both, bad] = await Promise.all([
      run('archive', '--before', '2020-01', ...to),
      run('archive', '--month', new Date().toISOString().slice(0, 7), ...to),
      run('archive', ...to),
      run('archive', '--month', '2026-13', ...to),
    ])
    expect(none).toEqual({ code: 0, stdout: 'No months to archive.\n', stderr: '' })
    expectRefusal(running, 'can be archived a month after its end')
    expectRefusal(both, 'specify either --month or --before')
    expectRefusal(bad, 'Enter a month, such as 2026-08.')
  })
})

describe('the first start on an empty embedded database', () => {
  it('prints a key and commands that work when pasted; later starts print none', async () => {
    const output = scene.service.output()
    expect(output.match(/fn_[0-9A-Za-z]{49}/)).not.toBeNull()
    // Calls cost money here, so the operator has to credit the wallet.
    const [credit = '', email = ''] =
      /FOOTNOTE_DATA_DIR=.* wallet credit (\S+) .*/.exec(output) ?? []
    expect((await runJson('account', 'show', email)).balance_units).toBe(0)
    // The shell does not have the settings of the service.
    await execute('sh', ['-c', credit])
    const command = /Try it:\n\n(.*?)\n\n/s.exec(output)?.[1] ?? ''
    const { stdout } = await execute('sh', ['-c', command])
    expect(JSON.parse(stdout)).toMatchObject({ ...goodAnswer, billing: { balance_usd: 9.98 } })
    await scene.restart()
    expect(scene.service.output()).toContain('Footnote is ready')
    expect(scene.service.output()).not.toContain('fn_')
  })
})

describe('a start that fails', () => {
  it('prints the reason in one line and leaves nothing running', async () => {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const { port } = new URL(scene.service.url)
    const FOOTNOTE_DATA_DIR = join(folder.path, 'data')
    const [taken, second, unreachable] = await Promise.all([
      runFootnote(['serve'], {
        settings: { PORT: port, FOOTNOTE_DATA_DIR, FOOTNOTE_LOG_LEVEL: 'error' },
      }),
      runFootnote(['serve'], { settings: { ...scene.settings, PORT: '0' } }),
      runFootnote(['serve'], { settings: { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' } }),
    ])
    expectRefusal(taken, /^footnote: listen EADDRINUSE/)
    expectRefusal(second, 'Another Footnote service is running on the data folder')
    expectRefusal(unreachable, /^footnote: connect ECONNREFUSED/)
    await expect(readFile(join(FOOTNOTE_DATA_DIR, 'postgres/postmaster.pid'))).rejects.toThrow(
      'ENOENT',
    )
    expect((await fetch(`${scene.service.url}/readyz`)).status).toBe(200)
  })
})

describe('while the service does not run', () => {
  it('every command starts the database and stops it again', async () => {
    scene.service.signal('SIGTERM')
    expect(await scene.service.ended()).toBe(0)
    const email = newEmail()
    const created = await runJson('account', 'create', email)
    await runJson('wallet', 'credit', email, '2.5', '--reason', 'test')
    await runJson('key', 'create', email, '--name', 'offline')
    await runJson('key', 'revoke', email, '--name', 'offline')
    expectRefusal(await run('account', 'create', email), 'already exists')
    // Concurrent commands wait for each other.
    const [shown, listed, keys, audit] = await Promise.all([
      runJson('account', 'show', email),
      runJson('account', 'list'),
      runJson('key', 'list', email),
      run('audit'),
    ])
    expect(shown).toMatchObject({ account_id: created.account_id, balance_usd: 2.5 })
    expect(listed.accounts).toContainEqual({ ...shown, usage: undefined })
    expect(keys.keys).toMatchObject([{ name: 'offline' }])
    expect(audit.code).toBe(0)
    await expect(scene.readDatabasePid()).rejects.toThrow('ENOENT')
  })
})

describe('audit of books that were tampered with', () => {
  it('names every broken rule and exits with 1', async () => {
    const { database, url, drop } = await createTestDatabase()
    onTestFinished(drop)
    await database.query(TAMPER)
    const settings = { DATABASE_URL: url }
    const [json, table] = await Promise.all([
      runFootnote(['audit', '--json'], { settings }),
      runFootnote(['audit', '--full'], { settings }),
    ])
    expect([json.code, table.code]).toEqual([1, 1])
    const { ok, violations } = JSON.parse(json.stdout)
    expect(ok).toBe(false)
    const broken = new Set(violations.map(({ rule }: { rule: string }) => rule))
    expect([...broken].sort()).toEqual(AUDIT_RULES.toSorted())
    for (const rule of AUDIT_RULES) expect(table.stdout).toContain(`FAILED  ${rule}\n`)
    expect(table.stdout).toMatch(/^rule +subject +detail$/m)
    expect(table.stdout).toContain('balance -5, movements 0')
  })
})

describe('help and mistakes', () => {
  it('help needs no database and leaves no files', async () => {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const settings = { FOOTNOTE_DATA_DIR: `${folder.path}/never-made` }
    const helps = await Promise.all(
      [['--help'], ['serve', '--help'], ['account', '--help'], ['wallet', 'credit', '--help']].map(
        args => runFootnote(args, { settings }),
      ),
    )
    for (const { code, stdout } of helps) {
      expect(code).toBe(0)
      expect(stdout).toContain('Usage: footnote')
    }
    const unknown = await runFootnote(['acount', 'list'], { settings })
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain("unknown command 'acount'")
    const { stdout } = await execute('ls', [folder.path])
    expect(stdout).toBe('')
  })

  it('names invalid settings one per line, and never prints their values', async () => {
    const settings = { PORT: 'secret', FOOTNOTE_LOG_LEVEL: 'secret' }
    const { code, stderr } = await runFootnote(['account', 'list'], { settings })
    expect(code).toBe(1)
    expect(stderr).toContain('PORT must be')
    expect(stderr).toContain('FOOTNOTE_LOG_LEVEL must be')
    expect(stderr).not.toContain('secret')
  })
})

/** Prefix of the ids of charges made now. */
const CHARGE = randomUUIDv7().slice(0, -1)
/** One account for each way of breaking the books. */
const TAMPER = `
  alter table movement disable trigger user;
  alter table wallet drop constraint wallet_balance_is_in_range;
  insert into account (id, email)
    select ('00000000-0000-0000-0000-00000000000' || n)::uuid, n || '@example.com'
    from generate_series(1, 4) as n;
  insert into wallet (account_id, balance_units) values
    ('00000000-0000-0000-0000-000000000001', -5),
    ('00000000-0000-0000-0000-000000000002', 0),
    ('00000000-0000-0000-0000-000000000003', 0);
  insert into charge (id, account_id, key_id, tool, cost_units, state, created_at, deadline_at)
    select ('${CHARGE}' || n)::uuid,
      '00000000-0000-0000-0000-000000000002', gen_random_uuid(), 'research', 7, 'held', now(),
      now() - interval '1 hour'
    from generate_series(1, 3) as n;
  insert into open_charge (charge_id, account_id, cost_units, created_at, deadline_at)
    select id, account_id, cost_units, created_at, deadline_at from charge
    where id = '${CHARGE}1';
  insert into movement
    (account_id, source, target, units, balance_units, charge_id, created_at) values
    ('00000000-0000-0000-0000-000000000003', 'wallet', 'held', 7, 99,
     '${CHARGE}1', now());
  insert into task (id, account_id, state, structured, expires_at) values
    ('${CHARGE}2', '00000000-0000-0000-0000-000000000002', 'failed',
     false, now()),
    ('${CHARGE}3', '00000000-0000-0000-0000-000000000002', 'queued',
     false, now());
  update wallet set debt_units = 3 where account_id = '00000000-0000-0000-0000-000000000002';
  insert into payment
    (id, account_id, provider, is_test, state, asked_units, credited_units, receipt_number, paid_at,
      is_automatic, customer_ref, method_ref, month_cap_units)
    values ('00000000-0000-0000-0000-0000000000f1', '00000000-0000-0000-0000-000000000002',
      'stripe', false, 'paid', 8, 8, 1, now(), true, 'customer', 'card', 7);
  insert into movement
    (account_id, source, target, units, balance_units, reason, reference, payment_id, created_at)
    values ('00000000-0000-0000-0000-000000000003', 'outside', 'wallet', 9, 9, 'recharge', 'stray',
      '00000000-0000-0000-0000-0000000000f1', now());
  insert into operator_action (id, kind, operator, account_id, units, reason, created_at)
    values ('00000000-0000-0000-0000-0000000000a1', 'credit', 'command line',
      '00000000-0000-0000-0000-000000000002', 4, 'never moved', now());
  insert into account (id, email, state)
    values ('00000000-0000-0000-0000-000000000005', '5@example.com', 'closed');
  insert into wallet (account_id, balance_units)
    values ('00000000-0000-0000-0000-000000000005', 6);
  insert into open_charge (charge_id, account_id, cost_units, created_at, deadline_at, captured_at)
    select id, account_id, cost_units, created_at, deadline_at, created_at from charge
    where id = '${CHARGE}3';
  insert into account_month
    select '00000000-0000-0000-0000-000000000001', substr(inhrelid::regclass::text, 10),
      1, 0, 0, -1, 0, 1, 1
    from pg_inherits where inhparent = 'movement'::regclass;
  do $$
  declare
    month timestamptz := date_trunc('month', now(), 'UTC') + interval '3 months';
  begin
    execute to_char(month, '"drop table charge_"YYYY"_"MM", movement_"YYYY"_"MM');
    insert into charge (id, account_id, tool, cost_units, created_at, deadline_at)
      values (overlay(first_id_at(month + interval '1 day')::text placing '7000-8' from 15)::uuid,
        '00000000-0000-0000-0000-000000000002', 'answer', 1, month, month);
  end
  $$;`
