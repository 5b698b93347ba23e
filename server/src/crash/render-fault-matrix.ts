import { FAULTS, type FaultName, faultMatrix } from './fault-matrix.ts'

const OWN_TEST = 'server/src/crash/fault-matrix.test.ts'

const INTRODUCTION = `# Fault matrix

What the caller gets, and where the charge ends, when a fault hits a step. Each row is a test: its name is in the last
column, and a row that names the file alone is one of that file's generated tests. This page is written by them
(\`npm run test:unit -- server/src/crash/fault-matrix.test.ts -u\`), and a test fails when it differs.

- **Service killed**: \`kill -9\` of the process, with the statement committed and its reply not heard, or with the
  upstream at work. Another process starts on the same data folder.
- **PostgreSQL killed**: every connection ends at once, and the statement of the step is rolled back.
- **Reply lost**: the statement is committed, or the upstream's work done, and the connection dies with the reply.
- **Twin at the same time**: the same thing is done twice at once, or by two processes.

\`npm run simulate\` draws such faults, and more, from a seed and lets them meet.
`

/** The matrix as a page. */
export function renderFaultMatrix(): string {
  const sections = [...Map.groupBy(faultMatrix, ({ flow }) => flow)].map(([flow, steps]) =>
    [
      `## ${flow}`,
      '',
      '| Step | Fault | The caller gets | The charge ends | Test |',
      '|---|---|---|---|---|',
      ...steps.flatMap(({ step, cells }) =>
        (Object.keys(FAULTS) as FaultName[]).map(fault => {
          const { callerGets, chargeEnds, provenBy } = cells[fault]
          const test = provenBy ? `\`${provenBy[0]}\`: ${provenBy[1]}` : `\`${OWN_TEST}\``
          return `| ${step} | ${FAULTS[fault]} | ${callerGets} | ${chargeEnds} | ${test} |`
        }),
      ),
      '',
    ].join('\n'),
  )
  return `${[INTRODUCTION, ...sections].join('\n')}`
}
