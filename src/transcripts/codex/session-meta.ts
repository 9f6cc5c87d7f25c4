import { join } from 'node:path'
import { fileName } from '../../kernel/words.ts'
import { namedPlaces } from '../discover.ts'
import type { Environment, FileForm, Place, Places, RecordedRepository } from '../reader.ts'
import { objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import type { Exclusion } from '../source.ts'

/** What a `session_meta` says about whose session the file is. */
interface SessionMeta {
  id: string | null
  cwd: string | null
  branch: string | null
  repository: RecordedRepository | null
  forkedFrom: string | null
  excluded: Exclusion | null
}

export interface MetaState {
  first: SessionMeta | null
  /** The one the file is named after. */
  named: SessionMeta | null
  /** Two of them had different ids. */
  differ: boolean
}

/** A fork carries the metas of its ancestors; this keeps the one that is the file's own. */
export class OwnMeta {
  readonly #uuid: string | null
  #state: MetaState

  constructor(uuidInName: string | null, state?: MetaState) {
    this.#uuid = uuidInName
    this.#state = state ? { ...state } : { first: null, named: null, differ: false }
  }

  get state(): MetaState {
    return { ...this.#state }
  }

  add(payload: TranscriptRecord | undefined): void {
    const meta = metaOf(payload)
    const state = this.#state
    if (state.first && state.first.id !== meta.id) state.differ = true
    state.first ??= meta
    if (meta.id !== null && meta.id.toLowerCase() === this.#uuid) state.named ??= meta
  }

  get own(): SessionMeta | null {
    return this.#state.named ?? this.#state.first
  }

  /** Which of several is the file's own is unknown. */
  get ambiguous(): boolean {
    return this.#state.differ && !this.#state.named
  }
}

function metaOf(payload: TranscriptRecord | undefined): SessionMeta {
  const git = objectAt(payload, 'git')
  return {
    id: wordsAt(payload, 'id') ?? null,
    cwd: wordsAt(payload, 'cwd') ?? null,
    branch: wordsAt(git, 'branch') ?? null,
    repository: git
      ? { url: wordsAt(git, 'repository_url') ?? null, commit: wordsAt(git, 'commit_hash') ?? null }
      : null,
    forkedFrom: wordsAt(payload, 'forked_from_id') ?? null,
    excluded: exclusionOf(payload),
  }
}

function exclusionOf(payload: TranscriptRecord | undefined): Exclusion | null {
  const source = objectAt(payload, 'source')
  const thread = textAt(payload, 'thread_source')
  if (thread === 'subagent' || isThere(source?.subagent)) return 'subagent'
  if (thread === 'memory_consolidation' || isThere(source?.internal)) return 'internal'
  if (payload?.originator === 'Claude Code') return 'delegated'
  return payload?.originator === 'daybook' ? 'own' : null
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}

export function codexPlaces(environment: Environment): Places {
  return namedPlaces(environment, 'DAYBOOK_CODEX_ROOTS') ?? defaultPlaces(environment)
}

/** The client's own lists of prompts and of sessions are near the rollouts, but are not rollouts. */
const otherFiles = new Set(['history.jsonl', 'session_index.jsonl'])

export function codexForm(relative: string, { explicit }: Place): FileForm | null {
  const name = fileName(relative)
  if (otherFiles.has(name) || !(explicit || name.startsWith('rollout-'))) return null
  if (name.endsWith('.jsonl')) return 'lines'
  return name.endsWith('.jsonl.zst') ? 'zst' : null
}

/** The session that the name of a rollout file holds. */
export function uuidInName(relative: string): string | null {
  const match = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_|\.)/i
  return match.exec(fileName(relative))?.[1]?.toLowerCase() ?? null
}

export function stemOf(relative: string): string {
  return fileName(relative).replace(/\.jsonl(\.zst)?$/, '')
}

function defaultPlaces({ env, home }: Environment): Places {
  const base = env.CODEX_HOME?.trim() || join(home, '.codex')
  const places = ['sessions', 'archived_sessions'].map(name => ({ path: join(base, name), explicit: false }))
  return { disabled: false, places }
}
