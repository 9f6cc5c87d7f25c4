import { groupBy } from '../../kernel/group.ts'
import type { ResultEvent, TokenUsage } from '../event.ts'
import type { ForkCandidate, RecordedRepository } from '../reader.ts'
import type { TranscriptRecord } from '../record.ts'
import type { TriggerKind } from '../source.ts'

/** A log in which every line can be understood by itself. */
export interface LogFormat {
  /** The types of records that the reader knows. */
  types: ReadonlySet<string>
  /** The name under which a type is looked up there; its own where this is not given. */
  familyOf?(type: string): string
  meaningOf(record: TranscriptRecord): LineMeaning
  /** The session's id where no line names it; the name of the file where this is not given. */
  sessionIdIn?(relative: string): string
}

/** What one line of a log says, in the words all agents share. */
export interface LineMeaning {
  /** As the agent calls the line. */
  type: string | undefined
  /** Milliseconds. */
  at: number | null
  session?: SessionFacts | undefined
  parts: readonly LinePart[]
}

/** What a line says of its whole session. */
export interface SessionFacts {
  id?: string | undefined
  /** The folder the agent works in from here on. */
  folder?: string | undefined
  /** The branch that is checked out from here on; null where the line says that there is none. */
  branch?: string | null | undefined
  repository?: RecordedRepository | undefined
  /** The id of the session this one was forked from. */
  forkedFrom?: string | undefined
  /** The whole file is the work of a sub-agent. */
  isSubagent?: boolean | undefined
}

export type LinePart =
  /** `trigger` is null for what was written in the user's name by the agent itself. */
  | { kind: 'user'; text: string; trigger: TriggerKind | null; id: string | null }
  | { kind: 'text' | 'thinking' | 'shell_note'; text: string }
  | { kind: 'call'; id: string | null; name: string; input: unknown }
  | ResultPart
  | { kind: 'interrupt' | 'api_error' }
  /** What a reply took; a later one with the same id replaces it. Null tokens are not known. */
  | {
      kind: 'usage'
      id: string | null
      model: string | null
      tokens: TokenUsage | null
      costUsd: number | null
      /** The sub-agent it was for. */
      subagent?: string | null
    }

export type ResultPart = Pick<ResultEvent, 'kind' | 'id' | 'text'> &
  Partial<Pick<ResultEvent, 'exit' | 'error' | 'interrupted' | 'denied' | 'detail'>>

/** A line that says nothing but its type. */
export function bareMeaning(type: string | undefined, at: number | null): LineMeaning {
  return { type, at, parts: [] }
}

export function userPart(text: string, trigger: TriggerKind | null, id: string | null = null): LinePart[] {
  return text.trim() === '' ? [] : [{ kind: 'user', text, trigger, id }]
}

export function wordsPart(kind: 'text' | 'thinking' | 'shell_note', text: string | undefined): LinePart[] {
  return text === undefined || text.trim() === '' ? [] : [{ kind, text }]
}

/** A diff as the detail of a result, from which the lines that were added and removed are counted. */
export function diffDetail(diff: string | undefined): { structuredPatch: { lines: string[] }[] } | undefined {
  if (diff === undefined || diff === '') return undefined
  const lines = diff.split('\n').filter(line => !line.startsWith('+++ ') && !line.startsWith('--- '))
  return { structuredPatch: [{ lines }] }
}

/** The turns of a fork that the session it was forked from has too: the same message at the same instant. */
export function turnsOfParents(files: readonly ForkCandidate[]): Map<string, Set<number>> {
  const bySession = groupBy(files, ({ sessionId }) => sessionId)
  const inherited = new Map<string, Set<number>>()
  for (const { path, sessionId, forkedFrom, turns } of files) {
    if (forkedFrom === null || forkedFrom === sessionId) continue
    const known = new Set((bySession.get(forkedFrom) ?? []).flatMap(parent => parent.turns.map(keyOf)))
    const copied = turns.flatMap((turn, index) => (known.has(keyOf(turn)) ? [index] : []))
    if (copied.length > 0) inherited.set(path, new Set(copied))
  }
  return inherited
}

function keyOf({ at, uuid }: { at: number; uuid: string | null }): string {
  return `${at} ${uuid}`
}
