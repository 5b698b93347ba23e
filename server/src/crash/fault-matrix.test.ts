import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'
import type { Reply } from '../testing/scenes/test-service.ts'
import { FAULTS, type FaultName, faultMatrix } from './testing/fault-matrix.ts'
import { injectFault, settleAll } from './testing/inject-fault.ts'
import { renderFaultMatrix } from './testing/render-fault-matrix.ts'

const SOURCES = join(import.meta.dirname, '..')

const cells = faultMatrix.flatMap(({ flow, step, way, cells }) =>
  (Object.keys(FAULTS) as FaultName[]).map(fault => ({
    name: `${flow}, ${step}: ${FAULTS[fault]}`,
    way,
    fault,
    ...cells[fault],
  })),
)

const describeReply = (reply: Reply | undefined) =>
  reply ? [reply.status, reply.body.code].filter(Boolean).join(' ') : 'no reply'

describe('a fault at a step', () => {
  const at = useCrashScene()

  it.each(cells.filter(({ provenBy }) => !provenBy))(
    '$name',
    async ({ way, fault, callerGets, chargeEnds }) => {
      if (!way) throw new Error('nothing says how to come to this step')
      const place = { scene: at.scene, payer: await at.scene.createPayer() }
      const replies = await injectFault[fault](place, way)
      const { charges } = await settleAll(place)
      const got = 'isChore' in way ? 'nothing' : replies.map(describeReply).join(', ')
      expect({
        callerGets: got,
        chargeEnds: charges.map(({ state }) => state).join(', ') || 'not charged',
      }).toEqual({ callerGets, chargeEnds })
      for (const { path } of charges) expect([captured.path, refunded.path]).toContain(path)
    },
  )
})

it.each(cells.filter(({ provenBy }) => provenBy))(
  '$name: the named test exists',
  ({ provenBy: [file, test] = ['', ''] }) => {
    expect(readFileSync(join(SOURCES, file), 'utf8')).toContain(`'${test}'`)
  },
)

it('is documented in docs/fault-matrix.md (vitest -u writes it)', async () => {
  await expect(renderFaultMatrix()).toMatchFileSnapshot('../../../docs/fault-matrix.md')
})
