import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMailer } from '../mail/create-mailer.ts'
import type { Message } from '../mail/mailer.ts'
import { runFootnote } from '../testing/processes/run-footnote.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'

let scene: EmbeddedScene
beforeAll(async () => {
  scene = await openEmbeddedScene()
})
afterAll(() => scene.close())

const run = (...args: string[]) => runFootnote(['outbox', ...args], { settings: scene.settings })

async function post(...messages: Message[]): Promise<void> {
  const { database } = scene
  const mailer = createMailer({ database, report() {} }, { smtp: undefined })
  for (const message of messages) await mailer.post(message)
}

async function listSubjects(...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout).messages.map(({ subject }: Message) => subject)
}

it('shows the latest messages, newest last, while the service runs and while it does not', async () => {
  expect(await run()).toEqual({ code: 0, stdout: 'The outbox is empty.\n', stderr: '' })
  const [ada, bob] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  await post(
    { to: ada, subject: 'first', text: 'Your code is 123456.\n\nBye\n' },
    { to: bob, subject: 'second', text: 'x' },
    { to: ada, subject: 'third', text: 'x' },
  )
  expect(await listSubjects()).toEqual(['first', 'second', 'third'])
  expect(await listSubjects('--limit', '2')).toEqual(['second', 'third'])
  expect(await listSubjects('--to', ada.toUpperCase())).toEqual(['first', 'third'])
  const { stdout } = await run('--limit', '3')
  expect(stdout).toMatch(
    new RegExp(`^-+\nTo: +${ada}\nSubject: +first\nDate: +.*Z\n\nYour code is 123456.\n\nBye\n`),
  )

  scene.service.signal('SIGTERM')
  await scene.service.ended()
  expect(await listSubjects('--limit', '1')).toEqual(['third'])
  await scene.restart()
})

it('removes control characters from messages, which could control the terminal', async () => {
  await post({ to: `${randomUUID()}@example.com`, subject: 'x', text: 'a\u001b[2Jb\u009b31mc' })
  const { stdout } = await run('--limit', '1')
  expect(stdout).toContain('a[2Jb31mc')
})

it.each(['0', '-1', '1.5', 'many', '1001', ''])('refuses --limit %j', async limit => {
  const { code, stdout, stderr } = await run('--limit', limit)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('whole number from 1 to 1000')
})
