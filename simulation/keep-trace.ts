import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallRecord } from './call-record.ts'
import type { History, Violation } from './history.ts'

/** Writes everything that is known of a run into a folder, and returns its path. */
export async function keepTrace(
  history: History,
  { options, violations }: { options: object; violations: readonly Violation[] },
): Promise<string> {
  const { calls, arrivals, faults, books, instances } = history
  const folder = await mkdtemp(join(tmpdir(), 'footnote-simulation-'))
  const write = (name: string, lines: readonly unknown[]) =>
    writeFile(join(folder, name), lines.map(line => `${toJson(line)}\n`).join(''))
  await write('options.json', [options])
  await write('violations.jsonl', violations)
  await write('nemesis.jsonl', faults)
  await write('calls.jsonl', calls.map(toLine))
  await write('arrivals.jsonl', arrivals)
  await write('charges.jsonl', books.charges)
  for (const { name, lives, failedStarts } of instances) {
    for (const life of lives) {
      const end = life.end ? `\n${life.end.how} at ${life.end.at}\n` : ''
      await writeFile(join(folder, `${life.name}.log`), `${life.output()}${end}`)
    }
    await write(`${name}-failed-starts.jsonl`, failedStarts)
  }
  return folder
}

/** A call without the results that it got, and with the names of processes alone. */
function toLine(call: CallRecord): object {
  const brief = ({ life, startedAt, endedAt, heard }: CallRecord['polls'][number]) => ({
    life: life.name,
    startedAt,
    endedAt,
    status: heard?.status,
    requestId: heard?.requestId,
    code: heard?.body.code,
    state: heard?.body.status,
    billing: heard?.body.billing,
  })
  return { token: call.token, plan: call.plan, ...brief(call), polls: call.polls.map(brief) }
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, member) =>
    typeof member === 'bigint' ? String(member) : member,
  )
}
