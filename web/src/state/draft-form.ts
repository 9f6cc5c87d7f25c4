import { useState } from 'react'
import { capitalize } from '../../../src/kernel/words.ts'
import type { Record as RecordShape } from '../../../src/records/schema.ts'
import { mapTextFields } from '../../../src/records/text-fields.ts'
import { announce } from './announce.ts'
import { type DraftFields, dropDraft, readDraft, writeDraft } from './drafts.ts'

export interface DraftForm {
  name: string
  fields: DraftFields
  baseVersion: number | undefined
  /** There is typed text that the server does not have. */
  dirty: boolean
  set<K extends keyof DraftFields>(field: K, value: DraftFields[K]): void
  /** Removes the draft: it was stored or discarded. */
  drop(): void
}

/** The text being edited. It starts from a stored draft, and nothing from outside ever replaces it. */
export function useDraftForm(name: string, initial: DraftFields, version?: number): DraftForm {
  const [start] = useState(() => readDraft(name))
  const [fields, setFields] = useState({ ...initial, ...start?.fields })
  const [baseVersion] = useState(start ? start.baseVersion : version)
  const [from] = useState(initial)
  // A stored draft that started from another version differs from the record, whatever its text.
  const dirty = start?.baseVersion !== undefined && start.baseVersion !== version ? true : !same(fields, from)
  return {
    name,
    fields,
    baseVersion,
    dirty,
    set(field, value) {
      const next = { ...fields, [field]: value }
      setFields(next)
      if (same(next, from) && baseVersion === version) return dropDraft(name)
      const base = baseVersion === undefined ? {} : { baseVersion }
      const kept = writeDraft(name, { fields: next, ...base, changedAt: new Date().toISOString() })
      if (!kept) announce('This browser cannot keep the draft: its storage is full. Save soon.', 'alert')
    },
    drop: () => dropDraft(name),
  }
}

export const blankFields: DraftFields = { ...mapTextFields(() => ''), type: '', related: '', affects: '', metadata: '' }

export function fieldsOf(record: RecordShape): DraftFields {
  return {
    ...mapTextFields(field => record[field] ?? ''),
    type: record.type,
    related: (record.related ?? []).join(', '),
    affects: (record.affects ?? []).join(', '),
    metadata: record.metadata ? JSON.stringify(record.metadata, null, 2) : '',
  }
}

/** "title" → "Title" */
export function fieldLabel(field: string): string {
  return capitalize(field.replaceAll('_', ' '))
}

function same(a: DraftFields, b: DraftFields): boolean {
  return JSON.stringify(a) === JSON.stringify({ ...a, ...b })
}
