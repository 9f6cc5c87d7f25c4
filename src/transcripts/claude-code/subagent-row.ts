import type { SubagentRow } from '../reader.ts'
import { objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

/**
 * What a sub-agent said or did, from a row of progress that holds its message or from a row of its own in the session's
 * file; null for rows of the session itself.
 */
export function subagentRow(record: TranscriptRecord): SubagentRow | null {
  if (record.isSidechain === true) {
    return { subagent: wordsAt(record, 'agentId') ?? unnamed, startedBy: null, record }
  }
  if (record.type !== 'progress') return null
  const data = objectAt(record, 'data')
  const inner = objectAt(data, 'message')
  if (data?.type !== 'agent_progress' || !inner) return null
  const startedBy = textAt(record, 'parentToolUseID') ?? null
  const subagent = wordsAt(data, 'agentId') ?? startedBy ?? unnamed
  const timestamp = inner.timestamp ?? record.timestamp
  return { subagent, startedBy, record: { ...inner, isSidechain: true, timestamp } }
}

/** Clients before 2025-10 gave sub-agents no id. */
const unnamed = 'sub-agent'
