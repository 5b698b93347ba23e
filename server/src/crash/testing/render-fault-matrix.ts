import { FAULTS, type FaultName, faultMatrix } from './fault-matrix.ts'

const INTRODUCTION = `# Fault matrix

This page lists what the caller gets and how the charge ends when a fault hits a step. Each row is a test, named in the
last column with its file below \`server/src\`. "generated" means a test of \`crash/fault-matrix.test.ts\`, which causes
the fault and compares the outcome with this table. A task that is still open afterwards is polled until it ends.
\`npm run test:unit -- server/src/crash/fault-matrix.test.ts -u\` writes this page; a test fails if it differs.

- **Service killed**: \`kill -9\` of the process, after the statement was committed and before its reply arrived, or with
  the upstream at work. Another process starts on the same data folder.
- **PostgreSQL killed**: every connection ends at once, and the statement of the step is rolled back.
- **Reply lost**: the statement is committed, or the upstream's work done, and the connection dies with the reply.
- **Twin at the same time**: two requests or two processes do the same at once.

\`npm run simulate\` draws these and more faults from a seed and combines them.
`

/** Renders the matrix as a Markdown page. */
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
          const test = provenBy ? `\`${provenBy[0]}\`: ${provenBy[1]}` : 'generated'
          return `| ${step} | ${FAULTS[fault]} | ${callerGets} | ${chargeEnds} | ${test} |`
        }),
      ),
      '',
    ].join('\n'),
  )
  return `${[INTRODUCTION, ...sections].join('\n')}`
}
