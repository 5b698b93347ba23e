/** A path with the id in its place; ids that would lead elsewhere are refused. */
export function taskPath(path: string, taskId: string): string {
  if (typeof taskId !== 'string' || /^[\s.]*$/.test(taskId)) {
    throw new TypeError('taskId must be the task_id that the submission gave')
  }
  return path.replace('{task_id}', () => encodeURIComponent(taskId))
}
