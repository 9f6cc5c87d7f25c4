import { formatCount, formatNumber } from '../../../../src/kernel/numbers.ts'
import type { Output } from '../../operations.ts'

export type Survey = Output<'diary_sources'>
export type SourceRow = Survey['sources'][number]

const exclusions: { [reason: string]: string } = {
  subagent: 'of sub-agents',
  internal: 'internal to the agent',
  delegated: 'delegated by another agent',
  own: 'Daybook’s own',
  'no-trigger': 'without a message of a person',
}

/** `3 transcripts not counted as sessions: 2 of sub-agents, 1 without a message of a person`. */
export function exclusionWords(excluded: SourceRow['excluded']): string {
  const counts = Object.entries(excluded)
  const count = counts.reduce((sum, [, each]) => sum + each, 0)
  const reasons = counts.map(([reason, each]) => `${formatNumber(each)} ${exclusions[reason] ?? reason}`)
  return `${formatCount(count, 'transcript')} not counted as ${count === 1 ? 'a session' : 'sessions'}: ${reasons.join(', ')}.`
}

const warnings: { [warning: string]: string } = {
  'legacy-flat': 'in an old format',
  'approximate-time': 'with approximate times',
  'format-drift': 'in a format Daybook does not know yet; update Daybook',
}

export function warningWord(warning: string): string {
  return warnings[warning] ?? warning
}

const archiveStates: { [state in Survey['archive']['state']]: string } = {
  on: 'Every transcript that is read is archived, compressed and verified.',
  off: 'Turned off in the config file (diary.archive.enabled). What an agent deletes is lost.',
  'in-repository':
    'Turned off, because its folder is inside a repository. Set diary.archive.dir to a folder outside of it.',
  failed: 'Its folder cannot be used. Check its permissions and free space, then check again.',
}

export function archiveWords(state: Survey['archive']['state']): string {
  return archiveStates[state]
}
