import type { CallOutcome } from '@footnote/contract/site/call-outcomes'
import type { Tool } from '@footnote/contract/tools'
import { useId } from 'react'
import { ToolTextures, textureOf } from '../../charts/tool-texture.tsx'

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Fill patterns for the bars of a drawing. */
export function OutcomeTextures({ id }: { id: string }) {
  return (
    <>
      <ToolTextures id={id} />
      <defs>
        <pattern id={`${id}-failed`} width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" className="fill-raised" />
          <path d="M-1 -1 L5 5 M-1 3 L1 5 M3 -1 L5 1" className="stroke-bad" strokeWidth="1.2" />
        </pattern>
      </defs>
    </>
  )
}

/** Calls of one outcome: filled, hollow or striped, so that it does not rely on colour alone. */
export function OutcomeBar({
  outcome,
  tool,
  textures,
  place,
}: {
  outcome: CallOutcome
  tool: Tool
  textures: string
  place: Place
}) {
  if (place.height <= 0) return null
  if (outcome === 'answered') return <rect {...place} fill={textureOf(textures, tool)} />
  const inner = {
    x: place.x + 0.5,
    y: place.y + 0.5,
    width: Math.max(1, place.width - 1),
    height: Math.max(1, place.height - 1),
  }
  return outcome === 'no_answer' ? (
    <rect {...inner} className="fill-raised stroke-edge" />
  ) : (
    <rect {...inner} fill={`url(#${textures}-failed)`} className="stroke-bad" />
  )
}

/** Swatch of an outcome, shown beside its name. */
export function OutcomeSwatch({ outcome }: { outcome: Exclude<CallOutcome, 'answered'> }) {
  const id = useId()
  return (
    <svg width="14" height="14" aria-hidden="true" className="shrink-0">
      <OutcomeTextures id={id} />
      <OutcomeBar
        outcome={outcome}
        tool="answer"
        textures={id}
        place={{ x: 0, y: 0, width: 14, height: 14 }}
      />
    </svg>
  )
}
