import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { announce } from '../../state/announce.ts'
import { decisionProject } from '../../state/decision-project.ts'
import { distinct, refreshCitations, withHash } from '../../state/evidence.ts'
import { freshKey } from '../../state/fresh-key.ts'
import { useFrameProject } from '../../state/home.ts'
import { repositoriesQuery } from '../../state/project-home.ts'
import { projectsQuery } from '../../state/queries.ts'
import { createRecord } from '../../state/writes.ts'
import { FaultView } from '../../ui/fault-view.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { EvidenceChips } from './evidence-chips.tsx'
import type { DecisionSource } from './save-as-decision.tsx'

interface Props {
  draft: DecisionSource
  project?: string
  projectKey?: string
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Metadata of a record holds so many entries. */
const mostEvidence = 50

export function DecisionDialog({ draft, project: given, projectKey, returnTo, onClose }: Props) {
  const projects = useQuery(projectsQuery).data?.projects.filter(({ role }) => role !== 'reader') ?? []
  const repositories = useQuery({ ...repositoriesQuery, enabled: projectKey !== undefined, retry: false })
  const found = repositories.data?.repositories.find(({ project_key }) => project_key === projectKey)?.project?.id
  const [chosen, setChosen] = useState<string>()
  const shown = useFrameProject()
  const ofRepository = repositories.isLoading ? null : found
  const project = chosen ?? decisionProject({ given, ofRepository, shown, writable: projects.map(({ id }) => id) })
  const [title, setTitle] = useState(() => oneLine(draft.title, 300))
  const [summary, setSummary] = useState(() => cut(draft.summary, 2000))
  const [body, setBody] = useState(draft.body)
  const [evidence, setEvidence] = useState(() => distinct(draft.evidence).slice(0, mostEvidence))
  const [key, setKey] = useState(() => freshKey())
  const save = useMutation({
    mutationFn: async () => {
      const cited = await Promise.all(evidence.map(entry => withHash(project, entry)))
      const record = { parent_id: null, type: 'decision', title, summary, body }
      return createRecord(project, { ...record, ...(cited.length > 0 && { metadata: { evidence: cited } }) }, key)
    },
    onSuccess: async ({ record }) => {
      await refreshCitations()
      announce(`Saved as ${record.id}`)
      onClose()
    },
  })

  /** Another text is another call. */
  function edit(change: () => void) {
    change()
    setKey(freshKey())
  }

  return (
    <FormDialog
      open
      wide
      returnTo={returnTo}
      onClose={onClose}
      title="Save as decision"
      lead="A record of what was decided and why. It cites what you came from, with the hash of every cited line."
      verb="Save decision"
      canSubmit={project !== '' && title.trim() !== '' && summary.trim() !== '' && body.trim() !== ''}
      isBusy={save.isPending}
      onSubmit={() => save.mutate()}
    >
      <TextField label="Title" required maxLength={300} value={title} onChange={text => edit(() => setTitle(text))} />
      <TextAreaField
        label="Summary"
        help="One or two sentences; lists and agents see this first."
        className="short"
        required
        maxLength={2000}
        value={summary}
        onChange={text => edit(() => setSummary(text))}
      />
      <TextAreaField label="Why" className="short" required value={body} onChange={text => edit(() => setBody(text))} />
      <SelectField
        label="Project"
        value={project}
        // One that was made a moment ago may not be in the list yet.
        options={{ [project]: project, ...Object.fromEntries(projects.map(({ id, name }) => [id, name])) }}
        onChange={id => edit(() => setChosen(id))}
      />
      {evidence.length > 0 && (
        <div className="stack cols-1 gap-6">
          <p className="text-s weight-550">Evidence</p>
          <EvidenceChips
            project={project}
            items={evidence}
            onRemove={item => edit(() => setEvidence(evidence.filter(each => each !== item)))}
          />
        </div>
      )}
      {save.error && <FaultView error={save.error} />}
    </FormDialog>
  )
}

function oneLine(text: string, most: number): string {
  return cut(text.replace(/\s+/g, ' ').trim(), most)
}

function cut(text: string, most: number): string {
  const letters = [...text.trim()]
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`
}
