import type { TextField } from '../../../src/records/text-fields.ts'
import { freshKey } from './fresh-key.ts'

/** Text that a person has typed and the server has not stored yet; kept in the browser per record. */
export interface Draft {
  fields: DraftFields
  /** The version the text started from; absent for a new record. */
  baseVersion?: number
  changedAt: string
  /** The merged text of a conflict being resolved. */
  result?: DraftFields
  /** The last call that was sent, so that a retry after a lost answer is recognised as the same call. */
  attempt?: { key: string; args: string }
}

export type DraftFields = { [field in TextField]: string } & {
  /** Only set for new records. */
  type: string
  /** Ids as typed, separated by commas or blanks. */
  related: string
  /** Globs as typed, separated by commas. */
  affects: string
  /** JSON as typed. */
  metadata: string
}

export function draftName(project: string, record: string): string {
  return `${prefix}${project}/${record}`
}

export function newDraftName(project: string, parent: string | undefined): string {
  return `${prefix}${project}/new/${parent ?? 'root'}`
}

export function readDraft(name: string): Draft | undefined {
  const text = localStorage.getItem(name)
  if (text === null) return undefined
  try {
    const draft: unknown = JSON.parse(text)
    // Only writeDraft writes under this name.
    return typeof draft === 'object' && draft !== null && 'fields' in draft ? (draft as Draft) : undefined
  } catch {
    return undefined
  }
}

/** False when the browser refuses to store it. */
export function writeDraft(name: string, draft: Draft): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropDraft(name: string): void {
  localStorage.removeItem(name)
}

/** The key for a call with these arguments: the same as last time when nothing changed, a new one otherwise. */
export function attemptKey(name: string, args: unknown): string {
  const text = JSON.stringify(args)
  const draft = readDraft(name)
  if (draft?.attempt?.args === text) return draft.attempt.key
  const key = freshKey()
  if (draft) writeDraft(name, { ...draft, attempt: { key, args: text } })
  return key
}

const prefix = 'daybook.draft.'

/** Every record whose text this browser has changed and not saved. */
export function unsavedRecords(): { project: string; id: string; baseVersion: number }[] {
  return Object.keys(localStorage).flatMap(name => {
    const [, project, id] = /^daybook\.draft\.([^/]+)\/(R\d+)$/.exec(name) ?? []
    const baseVersion = readDraft(name)?.baseVersion
    return project && id && baseVersion !== undefined ? [{ project, id, baseVersion }] : []
  })
}
