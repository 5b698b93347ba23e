import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'

/** A chart that can be switched to a table of the same figures. */
export function ChartPanel({
  title,
  description,
  chart,
  table,
  legend,
  height,
}: {
  title: string
  description?: ReactNode
  chart: ReactNode
  /** Undefined while there are no rows. */
  table: ReactNode | undefined
  legend?: ReactNode
  height: number
}) {
  const [isTable, setIsTable] = useState(false)
  return (
    <Panel
      title={title}
      description={description}
      action={
        <Button
          look="quiet"
          className="-mt-1.5 -mr-2 max-sm:-ml-4"
          disabled={table === undefined}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
          <span className="sr-only">: {title}</span>
        </Button>
      }
    >
      {isTable && table !== undefined ? (
        <section
          aria-label={`${title}, as a table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          style={{ minHeight: height }}
          className="max-h-104 overflow-y-auto"
        >
          {table}
        </section>
      ) : (
        <div style={{ minHeight: height }}>{chart}</div>
      )}
      {legend !== undefined && <div className="mt-4">{legend}</div>}
    </Panel>
  )
}
