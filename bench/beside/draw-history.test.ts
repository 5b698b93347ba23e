import { expect, it } from 'vitest'
import { drawHistory } from './draw-history.ts'
import { CHART, readHistory } from './history.ts'

it('shows every recorded run in the chart of the documentation', async () => {
  await expect(drawHistory(await readHistory())).toMatchFileSnapshot(CHART)
})
