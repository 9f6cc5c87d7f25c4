import type { ErrorHistory } from './error-history.ts'

type Step = ErrorHistory['tried'][number]
type SessionLine = NonNullable<ErrorHistory['seen_again']>

/** What is known of an error as lines of text: what was tried, whether it was seen again, where the same passed. */
export function errorHistoryText({ error, tried, seen_again, passed }: ErrorHistory): string[] {
  const done = (steps: readonly Step[]) =>
    steps.map(({ what, text, lines }) => `${what === 'edit' ? 'edited' : 'ran'} ${text} (${lines})`).join(', ')
  const after = (steps: readonly Step[]) => (steps.length > 0 ? ` after: ${done(steps)}` : '')
  const place = ({ session_ref, lines, at }: SessionLine) => `${session_ref} ${lines} ${at.slice(0, 10)}`
  return [
    ...(seen_again ? [`seen again: ${place(seen_again)}: ${error}${after(passed && !passed.tried ? [] : tried)}`] : []),
    ...(passed ? [`passed: ${place(passed)}: ${passed.command}${after(passed.tried ?? tried)}`] : []),
  ]
}
