import '../../parts/records.css'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { textFields } from '../../../../src/records/text-fields.ts'
import { RecordForm } from '../../parts/record-form.tsx'
import { announce } from '../../state/announce.ts'
import { loadAnew } from '../../state/behind.ts'
import { fieldLabel, fieldsOf } from '../../state/draft-form.ts'
import {
  attemptKey,
  type Draft,
  type DraftFields,
  draftName,
  dropDraft,
  readDraft,
  writeDraft,
} from '../../state/drafts.ts'
import { mergeFields } from '../../state/merge-fields.ts'
import { changesTo } from '../../state/record-changes.ts'
import { useShortcuts } from '../../state/shortcuts.ts'
import { updateRecord } from '../../state/writes.ts'
import { Button } from '../../ui/button.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Modal } from '../../ui/modal.tsx'

interface Props {
  project: string
  draft: Draft
  base: RecordShape
  theirs: RecordShape
}

export function Resolve({ project, draft, base, theirs }: Props) {
  const { id } = theirs
  const name = draftName(project, id)
  const navigate = useNavigate()
  const yours = draft.fields
  // The proposal follows their version when it changes again; text edited by hand stays.
  const { fields: merged, overlaps } = useMemo(
    () => mergeFields(fieldsOf(base), yours, fieldsOf(theirs)),
    [base, yours, theirs],
  )
  const [edited, setEdited] = useState(draft.result)
  const result = edited ?? merged
  const [withBase, setWithBase] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const store = useMutation({
    mutationFn: async (fields: DraftFields) => {
      const changes = changesTo(theirs, fields)
      if (Object.keys(changes).length === 0) return undefined
      // Overwrites only the version on the screen: if a third one was stored meanwhile, it conflicts again.
      const args = { id, ...changes, force: true, base_version: theirs.version }
      return updateRecord(project, args, attemptKey(name, args))
    },
    onSuccess: async answer => {
      if (answer?.applied === false) {
        announce(`Changed again: version ${answer.record.version} was stored meanwhile. Your result is kept.`, 'alert')
        return loadAnew(project)
      }
      await leave(answer ? `Conflict resolved: ${id} saved as version ${answer.record.version}` : `${id} is unchanged`)
    },
    onError: () => announce('The result was not saved; it is kept in this browser', 'alert'),
  })

  async function leave(words: string) {
    dropDraft(name)
    announce(words)
    await navigate({ to: '/p/$project/records/$id', params: { project, id } })
  }

  function edit(fields: DraftFields) {
    setEdited(fields)
    writeDraft(name, { ...(readDraft(name) ?? draft), result: fields })
  }

  useShortcuts({ 'Mod+S': () => !store.isPending && store.mutate(result) })

  return (
    <>
      <div className={withBase ? 'panes four stack gap-16 items-start' : 'panes stack gap-16 items-start'}>
        {withBase && <Pane title="Base" note={`version ${base.version}, the common base`} fields={fieldsOf(base)} />}
        <Pane title="Yours" note="not stored yet" fields={yours} base={fieldsOf(base)}>
          <Button small disabled={store.isPending} onClick={() => store.mutate(yours)}>
            Keep yours
          </Button>
        </Pane>
        <Pane title="Theirs" note={`version ${theirs.version}, stored`} fields={fieldsOf(theirs)} base={fieldsOf(base)}>
          <Button small onClick={() => setDiscarding(true)}>
            Take theirs
          </Button>
        </Pane>
        <section className="pane result min-w-0 py-12 px-16 border rounded-l bg-surface" aria-labelledby="pane-result">
          <header>
            <h2 id="pane-result">Result</h2>
            <span className="muted">
              {overlaps > 0 ? `both changed ${formatCount(overlaps, 'place')}; yours was taken` : 'both changes merged'}
            </span>
          </header>
          <RecordForm
            project={project}
            form={{ fields: result, set: (field, value) => edit({ ...result, [field]: value }) }}
            withType={false}
            error={store.error}
          />
          {store.error && <FaultView error={store.error} />}
        </section>
      </div>
      <div className="save-bar row gap-8 py-12 px-8 border-top bg-paper">
        <p className="grow muted text-xs">Your text and the result are kept in this browser.</p>
        <Button kind="quiet" aria-pressed={withBase} onClick={() => setWithBase(!withBase)}>
          {withBase ? 'Hide base' : 'Show base'}
        </Button>
        <Button kind="primary" disabled={store.isPending} onClick={() => store.mutate(result)}>
          Save result
        </Button>
      </div>
      <Modal
        open={discarding}
        onClose={() => setDiscarding(false)}
        title="Take theirs?"
        lead={`${id} stays as stored in version ${theirs.version}, and your draft is discarded.`}
      >
        <div className="dialog-actions">
          <Button onClick={() => setDiscarding(false)}>Cancel</Button>
          <Button kind="danger" onClick={() => void leave(`Their version of ${id} stays`)}>
            Discard my draft
          </Button>
        </div>
      </Modal>
    </>
  )
}

interface PaneProps {
  title: string
  note: string
  fields: DraftFields
  /** When given, the pane shows what differs from it. */
  base?: DraftFields
  children?: ReactNode
}

/** One side of a conflict, to read. */
function Pane({ title, note, fields, base, children }: PaneProps) {
  const id = useId()
  return (
    <section className="pane min-w-0 py-12 px-16 border rounded-l bg-surface" aria-labelledby={id}>
      <header>
        <h2 id={id} className="text-m">
          {title}
        </h2>
        <span className="muted">{note}</span>
        {children}
      </header>
      <dl className="pane-fields stack gap-10 mb-12">
        {headerTexts.map(field => (
          <PaneField key={field} label={fieldLabel(field)} value={fields[field]} old={base?.[field]} />
        ))}
        {(['related', 'affects', 'metadata'] as const)
          .filter(field => (base ? base[field] !== fields[field] : fields[field] !== ''))
          .map(field => (
            <PaneField key={field} label={furtherLabels[field]} value={fields[field]} old={base?.[field]} />
          ))}
      </dl>
      {base && base.body !== fields.body ? (
        <DiffView from={base.body} to={fields.body} split={false} label={`${title}: changes of the body`} />
      ) : (
        <pre className="code-block bare">{fields.body}</pre>
      )}
    </section>
  )
}

/** Shown where they changed, so that the body is not far below. */
const furtherLabels = { related: 'Related', affects: 'Governs', metadata: 'Metadata' }

/** The body is shown below them. */
const headerTexts = textFields.filter(field => field !== 'body')

function PaneField({ label, value, old }: { label: string; value: string; old: string | undefined }) {
  const changed = old !== undefined && old !== value
  return (
    <div>
      <dt className="muted text-xs">
        {label}
        {changed && ' (changed)'}
      </dt>
      <dd className={changed ? 'pane-changed' : undefined}>{value || 'none'}</dd>
    </div>
  )
}
