import { useState } from 'react'
import { announce } from '../announce.ts'
import type { FieldEdits } from './field-edits.ts'
import { type FieldKey, fields, saveField, valuesOf } from './fields.ts'
import { loadStoredProject } from './queries.ts'

export interface FieldSaving {
  save(...keys: FieldKey[]): Promise<void>
  isSaving(key: FieldKey): boolean
  faultOf(key: FieldKey): unknown
}

/** Saves fields one by one, so that one that fails or was changed elsewhere does not block the others. */
export function useFieldSaving(project: string, edits: FieldEdits): FieldSaving {
  const [running, setRunning] = useState<readonly FieldKey[]>([])
  const [faults, setFaults] = useState<{ readonly [key in FieldKey]?: unknown }>({})

  async function saveOne(key: FieldKey): Promise<'saved' | 'changed elsewhere' | 'failed'> {
    const edit = edits.editOf(key)
    if (!edit) return 'saved'
    try {
      const stored = valuesOf(await loadStoredProject(project))[key]
      if (stored !== edit.base && stored !== edit.value) return 'changed elsewhere'
      await saveField(project, key, edit.value)
      edits.acknowledge(key, edit.value)
      setFaults(({ [key]: _, ...others }) => others)
      return 'saved'
    } catch (error) {
      setFaults(others => ({ ...others, [key]: error }))
      return 'failed'
    }
  }

  return {
    async save(...keys) {
      setRunning(keys)
      const saved: FieldKey[] = []
      const unsaved: FieldKey[] = []
      for (const key of keys) {
        const outcome = await saveOne(key)
        if (outcome === 'saved') saved.push(key)
        else unsaved.push(key)
      }
      setRunning([])
      if (saved.length > 0) announce(`${names(saved)} saved`)
      if (unsaved.length > 0) announce(`${names(unsaved)} not saved; what you typed is kept`, 'alert')
    },
    isSaving: key => running.includes(key),
    faultOf: key => faults[key],
  }
}

function names(keys: readonly FieldKey[]): string {
  return keys.map(key => fields[key].label).join(', ')
}
