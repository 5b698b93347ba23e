import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { type Environment, openTerminal } from './terminal.ts'

function open(env: Environment, columns?: number) {
  const stdout = Object.assign(
    new PassThrough(),
    columns === undefined ? {} : { isTTY: true, columns },
  )
  const { out, err, ...rest } = openTerminal(env, { stdout, stderr: stdout })
  expect([out, err]).toEqual([stdout, stdout])
  return rest
}

const plain = { color: false, links: false }

test.each<[string, Environment, number | undefined, object]>([
  [
    'a terminal',
    {},
    80,
    { columns: 80, outIsTty: true, errIsTty: true, color: true, links: false },
  ],
  ['a wide window keeps lines readable', {}, 300, { columns: 100 }],
  ['a narrow one has a least width', {}, 5, { columns: 20 }],
  ['a terminal of unknown width', {}, 0, { columns: 80 }],
  ['a pipe', {}, undefined, { ...plain, columns: Infinity, outIsTty: false, errIsTty: false }],
  ['NO_COLOR', { NO_COLOR: '1', WT_SESSION: 'x' }, 80, { ...plain, columns: 80 }],
  ['an empty NO_COLOR asks for nothing', { NO_COLOR: '' }, 80, { color: true }],
  [
    'FORCE_COLOR on a pipe',
    { FORCE_COLOR: '1', COLUMNS: '70' },
    undefined,
    { color: true, columns: 70 },
  ],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, 80, plain],
  ['FORCE_COLOR wins', { FORCE_COLOR: '1', NO_COLOR: '1' }, 80, { color: true }],
  [
    'a dumb terminal',
    { TERM: 'dumb' },
    80,
    { ...plain, columns: 80, outIsTty: true, errIsTty: false },
  ],
  ['a program with links', { TERM_PROGRAM: 'WezTerm' }, 80, { links: true }],
  ['a pipe in it', { TERM_PROGRAM: 'WezTerm' }, undefined, { links: false }],
  [
    'an old tmux',
    { TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a', VTE_VERSION: '7000' },
    80,
    { links: false },
  ],
  ['a new tmux', { TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, 80, { links: true }],
  ['FORCE_HYPERLINK=0', { TERM_PROGRAM: 'WezTerm', FORCE_HYPERLINK: '0' }, 80, { links: false }],
])('%s', (_, env, columns, expected) => {
  expect(open(env, columns)).toMatchObject(expected)
})
