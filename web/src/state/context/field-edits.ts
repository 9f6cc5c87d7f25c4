import { useRef, useState } from 'react'
import { announce } from '../announce.ts'
import type { FieldKey, Values } from './fields.ts'
import { withEndsOf } from './line-ends.ts'

/** The typed text of a field, and the stored text it started from. */
export interface Edit {
  base: string
  value: string
}

export interface FieldEdits {
  /** The fields that differ from what is stored. */
  dirty: FieldKey[]
  valueOf(key: FieldKey): string
  editOf(key: FieldKey): Edit | undefined
  /** Another text was stored since this edit started. */
  isChangedElsewhere(key: FieldKey): boolean
  set(key: FieldKey, value: string): void
  /** Resolves a field that was changed elsewhere: from now on it is an edit of the stored text. */
  settle(key: FieldKey, value: string): void
  /** The sent text is stored; what was typed since then stays an edit. */
  acknowledge(key: FieldKey, saved: string): void
  revert(...keys: FieldKey[]): void
}

/** Unsaved texts of a project's fields: kept in the browser until they are stored, one draft for all screens. */
export function useFieldEdits(project: string, stored: Values): FieldEdits {
  const name = `daybook.draft.${project}/context`
  const [edits, setEdits] = useState(() => readEdits(name))
  // A late answer must not undo what was typed meanwhile.
  const latest = useRef(edits)
  const editOf = (key: FieldKey) => {
    const edit = edits[key]
    return edit && edit.value !== stored[key] ? edit : undefined
  }

  function change(key: FieldKey, next: (edit: Edit | undefined) => Edit | undefined) {
    const { [key]: edit, ...others } = latest.current
    const changed = next(edit)
    latest.current = changed ? { ...others, [key]: changed } : others
    setEdits(latest.current)
    writeEdits(name, latest.current)
  }

  return {
    // Only the keys of the form are ever written.
    dirty: (Object.keys(edits) as FieldKey[]).filter(key => editOf(key) !== undefined),
    valueOf: key => editOf(key)?.value ?? stored[key],
    editOf,
    isChangedElsewhere(key) {
      const edit = editOf(key)
      return edit !== undefined && edit.base !== stored[key]
    },
    set: (key, typed) =>
      change(key, edit => {
        const value = withEndsOf(stored[key], typed)
        if (value === stored[key]) return undefined
        return { base: edit && editOf(key) ? edit.base : stored[key], value }
      }),
    settle: (key, value) => change(key, () => (value === stored[key] ? undefined : { base: stored[key], value })),
    acknowledge: (key, saved) =>
      change(key, edit => (edit && edit.value !== saved ? { base: saved, value: edit.value } : undefined)),
    revert: (...keys) => {
      for (const key of keys) change(key, () => undefined)
    },
  }
}

type Edits = { readonly [key in FieldKey]?: Edit }

function readEdits(name: string): Edits {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    // Only writeEdits writes under this name.
    return typeof kept === 'object' && kept !== null ? (kept as Edits) : {}
  } catch {
    return {}
  }
}

function writeEdits(name: string, edits: Edits): void {
  try {
    if (Object.keys(edits).length === 0) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(edits))
  } catch {
    announce('This browser cannot keep the draft: its storage is full. Save soon.', 'alert')
  }
}
