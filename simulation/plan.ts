import type { Draw } from './draw.ts'

type Tool = 'answer' | 'research' | 'finance' | 'task'

/** A call, and how the upstream treats it. */
export interface Plan {
  readonly tool: Tool
  /** Of the upstream to the call, or to the submission of a task. */
  readonly reply: 'good' | 'limited' | 'error' | 'refused' | 'broken' | 'cut' | 'silent'
  readonly replyMs: number
  /** How a task ends upstream, and after how many looks at it. */
  readonly end: 'completes' | 'fails' | 'goes missing' | 'never ends'
  readonly looks: number
  /** Whether some looks fail. */
  readonly isFlaky: boolean
  /** How often the caller polls a task; 0 leaves it to expire. */
  readonly polls: number
  /** The caller's pause after the call. */
  readonly pauseMs: number
}

const TOOLS = { answer: 10, research: 3, finance: 2, task: 4 }
const REPLIES = { good: 24, limited: 1, error: 2, refused: 2, broken: 2, cut: 2, silent: 1 }
const ENDS = { completes: 8, fails: 2, 'goes missing': 1, 'never ends': 1 }

export function drawPlan(draw: Draw): Plan {
  return {
    tool: draw.pick(TOOLS),
    reply: draw.pick(REPLIES),
    replyMs: draw.isOneIn(4) ? draw.number(200, 2_500) : draw.number(0, 100),
    end: draw.pick(ENDS),
    looks: draw.number(1, 3),
    isFlaky: draw.isOneIn(5),
    polls: draw.isOneIn(4) ? 0 : draw.number(2, 12),
    pauseMs: draw.number(10, 200),
  }
}
