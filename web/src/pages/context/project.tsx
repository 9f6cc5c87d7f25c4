import '../../parts/context/context.css'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { Ago } from '../../parts/ago.tsx'
import { ContextLoaded } from '../../parts/context/context-loaded.tsx'
import { EffectivePrompt } from '../../parts/context/effective-prompt.tsx'
import { FieldRow } from '../../parts/context/field-row.tsx'
import { Repositories } from '../../parts/context/repositories.tsx'
import { LeaveDraft } from '../../parts/leave-draft.tsx'
import { useProject } from '../../state/addresses.ts'
import { useFieldEdits } from '../../state/context/field-edits.ts'
import { useFieldSaving } from '../../state/context/field-saving.ts'
import { type FieldKey, fieldGroups, valuesOf } from '../../state/context/fields.ts'
import { useContextKeys } from '../../state/context/keys.ts'
import { type StoredProject, useStoredProject } from '../../state/context/queries.ts'
import { useIsOwner, useMayWrite } from '../../state/role.ts'
import { useShortcuts } from '../../state/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'

const monorepoFields: readonly FieldKey[] = ['monorepoNote', 'template', 'isMonorepoEnabled']
const unset = ['', 'default', 'off']

/** Everything stored about a project, field by field. */
export function ProjectPage() {
  const project = useProject()
  const known = useStoredProject(project)
  useContextKeys(project)
  return (
    <div className="page project-page">
      <ContextLoaded query={known} label="the project" lines={8} project={project}>
        {data => <ProjectForm key={project} project={project} known={data} />}
      </ContextLoaded>
    </div>
  )
}

function ProjectForm({ project, known }: { project: string; known: StoredProject }) {
  const mayWrite = useMayWrite(project)
  const isOwner = useIsOwner(project)
  const stored = valuesOf(known)
  const edits = useFieldEdits(project, stored)
  const saving = useFieldSaving(project, edits)
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const router = useRouter()
  // Without one these fields change nothing, so they are shown only where something is stored in them.
  const isMonorepo =
    edits.valueOf('isMonorepo') === 'on' || monorepoFields.some(key => !unset.includes(edits.valueOf(key)))
  const savable = edits.dirty.filter(key => !edits.isChangedElsewhere(key))
  useFieldInAddress(router.state.location.hash)

  function leave() {
    void navigate({ to: '/projects' })
  }

  useShortcuts({
    'Mod+S': () => void (savable.length > 0 && saving.save(...savable)),
    Escape: () => (edits.dirty.length > 0 ? setLeaving(true) : leave()),
  })

  return (
    <>
      <PageHead
        title={known.data.name}
        lead={
          <>
            <code>{project}</code> · changed <Ago time={known.data.updatedAt} />
          </>
        }
        actions={
          edits.dirty.length > 0 && (
            <>
              <Button onClick={() => edits.revert(...edits.dirty)}>Revert all</Button>
              {savable.length > 0 && (
                <Button kind="primary" onClick={() => void saving.save(...savable)}>
                  Save {formatCount(savable.length, 'field')}
                </Button>
              )}
            </>
          )
        }
      />
      {fieldGroups.map(({ title, keys }, at) => (
        <Fragment key={title}>
          <FieldGroup title={title}>
            {keys
              .filter(key => isMonorepo || !monorepoFields.includes(key))
              .map(key => (
                <FieldRow
                  key={key}
                  project={project}
                  field={key}
                  stored={stored[key]}
                  edits={edits}
                  saving={saving}
                  mayWrite={mayWrite}
                >
                  {key === 'instruction' && (
                    <EffectivePrompt
                      project={project}
                      instruction={edits.valueOf('instruction')}
                      onChoose={chosen => edits.set('instruction', chosen)}
                    />
                  )}
                </FieldRow>
              ))}
          </FieldGroup>
          {at === 0 && isOwner && (
            <FieldGroup title="Repositories">
              <Repositories project={project} links={known.about.links} />
            </FieldGroup>
          )}
        </Fragment>
      ))}
      <LeaveDraft
        open={leaving}
        onStay={() => setLeaving(false)}
        onKeep={leave}
        onDiscard={() => {
          edits.revert(...edits.dirty)
          leave()
        }}
      />
    </>
  )
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="field-group py-24 stack gap-24 border-top" aria-label={title}>
      <h2 className="pt-2 text-m">{title}</h2>
      <div className="gap-24 stack">{children}</div>
    </section>
  )
}

/** A URL that names a field puts the cursor into it. */
function useFieldInAddress(hash: string): void {
  useEffect(() => {
    if (!hash.startsWith('field-')) return
    document.getElementById(hash)?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
  }, [hash])
}
