import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCode, readMarkdown, readTestNames } from './writing/read-prose.ts'
import { findFaults } from './writing/rules.ts'

const root = join(import.meta.dirname, '..')
const GENERATED = /\/(?:dist|node_modules|generated)\//
/** Text of the website, the command line and the guides, where readers know nothing of our tables. */
const SCREENS = /^(?:web\/src|cli\/src\/(?:commands|output|errors)|docs\/(?:guides|site))\//
const AREAS = {
  engine: [
    'engine/src/*.ts',
    'engine/src/{commands,evidence,extract,extractive,facts,fetch,finance,http,library,llm,outside,plan,policy,reader,runs,search,shape,tables,text,verify,web}/**/*.ts',
  ],
  docs: ['*.md', 'docs/**/*.md', '{sdk,cli}/*.md'],
  ...Object.fromEntries(
    [
      'bench',
      'cli',
      'contract',
      'e2e',
      'mcp',
      'packaging',
      'platform',
      'sdk',
      'server',
      'simulation',
      'web',
    ].map(workspace => [workspace, [`${workspace}/**/*.{ts,tsx}`]]),
  ),
}

/** Lists what the rules reject in a file, one line each. */
function check(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8')
  const isTest = path.includes('.test.')
  const prose = path.endsWith('.md')
    ? readMarkdown(source)
    : isTest
      ? readTestNames(path, source)
      : readCode(path, source)
  const onScreen = SCREENS.test(path) && !isTest
  return prose.flatMap(({ line, text }) =>
    findFaults(text, { onScreen }).map(fault => `${path}:${line} ${fault}`),
  )
}

describe('plain English', () => {
  it.each(Object.entries(AREAS))(
    '%s has no word and no opening that the rules reject',
    (_, globs) => {
      const paths = globs
        .flatMap(glob => globSync(glob, { cwd: root }))
        .filter(path => !GENERATED.test(`/${path}`) && !path.startsWith('e2e/writing/'))
      expect(paths).not.toEqual([])
      expect(paths.flatMap(check)).toEqual([])
    },
  )

  it.each([
    'What takes longer is a task.',
    'It works. Whoever asks is answered.',
    'The price is told before.',
    'The task stands among the open calls.',
  ])('rejects “%s”', text => {
    expect(findFaults(text, { onScreen: false })).toHaveLength(1)
  })

  it.each([
    'What does a call cost?',
    'A call that takes longer becomes a task.',
    'Find the task later under Tools.',
  ])('accepts “%s”', text => {
    expect(findFaults(text, { onScreen: true })).toEqual([])
  })

  it('reads strings, JSX text, comments and test names, but no code', () => {
    const source =
      '/** Says so. */\nconst a = `This costs ${' + "b} in all.`\n// One\n// two.\nconst c = 'id'"
    expect(readCode('a.ts', source).map(({ text }) => text)).toEqual([
      'This costs code in all.',
      'Says so.',
      'One two.',
    ])
    expect(readTestNames('a.test.ts', "it.each([1])('refunds once', () => {})")).toEqual([
      { line: 1, text: 'refunds once' },
    ])
    expect(readMarkdown('# What it is\n\nA *page*.\n\n- one\n')).toEqual([
      { line: 3, text: 'A *page*.' },
      { line: 5, text: 'one' },
    ])
  })
})
