import type { SiteRoutes } from '../site-route.ts'

const unwritten = async (): Promise<never> => {
  throw new Error('not written yet')
}

export const toolRoutes: Pick<
  SiteRoutes,
  | 'run_answer'
  | 'run_research'
  | 'run_finance_research'
  | 'follow_call'
  | 'open_calls'
  | 'task'
  | 'task_events'
> = {
  run_answer: unwritten,
  run_research: unwritten,
  run_finance_research: unwritten,
  follow_call: unwritten,
  open_calls: unwritten,
  task: unwritten,
  task_events: unwritten,
}
