import './context.css'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { type FieldEdits, useFieldEdits } from '../../state/context/field-edits.ts'
import { fields, saveField, type Values, valuesOf } from '../../state/context/fields.ts'
import { cacheProject, loadStoredProject, type StoredProject } from '../../state/context/queries.ts'
import { useShortcuts } from '../../state/shortcuts.ts'
import { byteSize } from '../../state/words.ts'
import { Counter, Field } from '../../ui/field.tsx'
import { LeaveDraft } from '../leave-draft.tsx'
import { SaveBar } from '../save-bar.tsx'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { ContextFault } from './context-fault.tsx'

interface Props {
  project: string
  known: StoredProject
  onLeave: () => void
}

const keys = ['recentEvents', 'additionalNotes'] as const
type Key = (typeof keys)[number]

/** The form of summary and notes, stored together as one entry of the history. */
export function StateEditor({ project, known, onLeave }: Props) {
  const stored = valuesOf(known)
  const edits = useFieldEdits(project, stored)
  const [leaving, setLeaving] = useState(false)
  const dirty = keys.filter(key => edits.editOf(key) !== undefined)
  const save = useMutation({
    mutationFn: () => saveState(project, edits),
    onSuccess: outcome => {
      if (outcome === 'changed elsewhere') return announce('Changed elsewhere; your text is kept', 'alert')
      announce(outcome === 'saved' ? 'State saved: the next block starts from it' : 'Nothing was changed')
      onLeave()
    },
    onError: () => announce('The state was not saved; the draft is kept', 'alert'),
  })

  function cancel() {
    if (dirty.length > 0) setLeaving(true)
    else onLeave()
  }

  async function clearSummary() {
    await saveField(project, 'recentEvents', '')
    edits.acknowledge('recentEvents', '')
    save.reset()
    announce('The summary is empty')
  }

  useShortcuts({ 'Mod+S': () => !save.isPending && save.mutate(), Escape: cancel })
  useEffect(() => document.querySelector<HTMLElement>('.state-editor textarea')?.focus(), [])

  return (
    <div className="state-editor stack gap-16">
      {keys.map(key => (
        <StateField key={key} field={key} edits={edits} stored={stored} />
      ))}
      {save.error && (
        <ContextFault
          error={save.error}
          project={project}
          onRetry={() => save.mutate()}
          onRemedy={{ 'clear-summary': () => void clearSummary() }}
        />
      )}
      <SaveBar
        label="Save"
        dirty={dirty.length > 0}
        saving={save.isPending}
        onSave={() => save.mutate()}
        onCancel={cancel}
      />
      <LeaveDraft
        open={leaving}
        onStay={() => setLeaving(false)}
        onKeep={onLeave}
        onDiscard={() => {
          edits.revert(...keys)
          onLeave()
        }}
      />
    </div>
  )
}

function StateField({ field, edits, stored }: { field: Key; edits: FieldEdits; stored: Values }) {
  const { label, help, limit = 0 } = fields[field]
  const value = edits.valueOf(field)
  const edit = edits.editOf(field)
  return (
    <div className="stack gap-8">
      <Field label={label} help={help} counter={<Counter actual={byteSize(value)} limit={limit} unit="bytes" />}>
        {control => (
          <textarea
            {...control}
            className={field === 'recentEvents' ? 'textarea source tall-input' : 'textarea source'}
            value={value}
            onChange={event => edits.set(field, event.target.value)}
          />
        )}
      </Field>
      {edit && edits.isChangedElsewhere(field) && (
        <ChangedElsewhere
          label={label}
          edit={edit}
          stored={stored[field]}
          isText
          onSettle={settled => edits.settle(field, settled)}
        />
      )}
    </div>
  )
}

/** One call for both texts, so that they are one entry; a text that was changed elsewhere blocks both. */
async function saveState(project: string, edits: FieldEdits): Promise<'saved' | 'nothing' | 'changed elsewhere'> {
  const [summary, notes] = [edits.editOf('recentEvents'), edits.editOf('additionalNotes')]
  if (!summary && !notes) return 'nothing'
  const now = valuesOf(await loadStoredProject(project))
  const isStale = (key: Key) => {
    const edit = edits.editOf(key)
    return edit !== undefined && now[key] !== edit.base && now[key] !== edit.value
  }
  if (keys.some(isStale)) return 'changed elsewhere'
  const additionalNotes = notes && { additionalNotes: notes.value }
  const data = summary
    ? await call('context_summarize', { projectId: project, summary: summary.value, ...additionalNotes })
    : await call('project_update', { id: project, customData: { ...additionalNotes } })
  if (summary) edits.acknowledge('recentEvents', summary.value)
  if (notes) edits.acknowledge('additionalNotes', notes.value)
  cacheProject(data)
  return 'saved'
}
