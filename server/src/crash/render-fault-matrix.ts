import { FAULTS, type FaultName, faultMatrix } from './fault-matrix.ts'

const INTRODUCTION = `# Fault matrix

This page says what the caller gets, and where the charge ends, when a fault hits a step. Each row is a test. The last column names it,
with its file below \`server/src\`; "generated" stands for a test of \`crash/fault-matrix.test.ts\`, which makes the
fault happen and compares the outcome with this table. A task that is still open afterwards is then polled until it
ends. The page is written by \`npm run test:unit -- server/src/crash/fault-matrix.test.ts -u\`; a test fails when it
differs.

- **Service killed**: \`kill -9\` of the process, with the statement committed and its reply not heard, or with the
  upstream at work. Another process starts on the same data folder.
- **PostgreSQL killed**: every connection ends at once, and the statement of the step is rolled back.
- **Reply lost**: the statement is committed, or the upstream's work done, and the connection dies with the reply.
- **Twin at the same time**: the same thing is done twice at once, or by two processes.

\`npm run simulate\` draws such faults, and more, from a seed and lets them meet.
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
