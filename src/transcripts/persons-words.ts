import { textOf } from './claude-code/content.ts'
import { steeringText, userVerdict } from './claude-code/trigger.ts'
import { isSourceContext, isUserShell, userRecordOf } from './codex/user-text.ts'
import { objectAt, type TranscriptRecord, textAt } from './record.ts'

/** What a person wrote in a line of a log of Claude Code or Codex; null for every other line. */
export function personsWords(record: TranscriptRecord): string | null {
  const verdict = userVerdict(record)
  if (verdict.is === 'trigger' || verdict.is === 'command') return verdict.text || null
  const steering = steeringText(record)
  if (steering !== null) return steering
  const user = userRecordOf(record)
  return user && !isSourceContext(user.beginning) && !isUserShell(user.beginning) ? user.text : null
}

/** What a compaction put in place of the chat before it; null for every other line. */
export function compactionSummary(record: TranscriptRecord): string | null {
  if (record.isCompactSummary === true) return textOf(objectAt(record, 'message')?.content)
  return record.type === 'compacted' ? (textAt(objectAt(record, 'payload'), 'message') ?? '') : null
}
