import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import type { Input, Output } from '../../operations.ts'
import { announce } from '../../state/announce.ts'
import { refreshProjects } from '../../state/context/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { ContextFault } from './context-fault.tsx'

type Rule = NonNullable<Input<'project_import'>['on_conflict']>

const rules: { [rule in Rule]: string } = {
  skip: 'Keep the existing one',
  update: 'Update the existing one if the file’s is newer',
  'new-id': 'Import it under a new id',
}

/** Imports the projects of a projects.json: first a table of what would happen, then the import itself. */
export function ImportWizard() {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button icon={FileUp} ref={opener} onClick={() => setOpen(true)}>
        Import
      </Button>
      <Modal
        open={open}
        wide
        returnTo={opener}
        onClose={() => setOpen(false)}
        title="Import projects"
        lead="From a projects.json. You see a preview first; nothing is written until you confirm."
      >
        <Wizard onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

/** Created anew whenever the dialog opens. */
function Wizard({ onClose }: { onClose: () => void }) {
  const [json, setJson] = useState<string>()
  const [rule, setRule] = useState<Rule>('skip')
  const preview = useMutation({
    mutationFn: (wanted: { json: string; on_conflict: Rule }) => call('project_import', { ...wanted, dry_run: true }),
  })
  const [skipping, setSkipping] = useState(false)
  const runImport = useMutation({
    mutationFn: (text: string) =>
      call('project_import', { json: text, on_conflict: rule, skip_invalid: skipping, dry_run: false }),
    onSuccess: async ({ counts }) => {
      announce(`Imported: ${countWords(counts)}`)
      onClose()
      await refreshProjects()
    },
    onError: () => announce('Nothing was imported', 'alert'),
  })

  async function choose(files: FileList | null) {
    const [first] = files ?? []
    if (!first) return
    const text = await first.text()
    setJson(text)
    showPreview(text, rule)
  }

  function showPreview(text: string, on_conflict: Rule) {
    runImport.reset()
    setSkipping(false)
    preview.mutate({ json: text, on_conflict })
  }

  const { invalid = 0, created = 0, updated = 0 } = preview.data?.counts ?? {}
  return (
    <div className="form">
      <Field label="File" help="A JSON array of projects, as an export writes it.">
        {control => (
          <input
            {...control}
            type="file"
            accept=".json,application/json"
            className="input file-input text-s"
            onChange={event => void choose(event.target.files)}
          />
        )}
      </Field>
      <SelectField
        label="Existing projects"
        options={rules}
        value={rule}
        onChange={next => {
          setRule(next)
          if (json !== undefined) showPreview(json, next)
        }}
      />
      {preview.error && <ContextFault error={preview.error} project="" />}
      {preview.data && (
        <>
          <p role="status" className="text-s weight-550">
            Preview: {countWords(preview.data.counts)}. Nothing is written yet.
          </p>
          <ImportTable entries={preview.data.entries} />
          {invalid > 0 && (
            <label className="row gap-8 text-s">
              <input type="checkbox" checked={skipping} onChange={event => setSkipping(event.target.checked)} />
              Leave out the {formatCount(invalid, 'invalid entry', 'invalid entries')} and import the others
            </label>
          )}
        </>
      )}
      {runImport.error && <ContextFault error={runImport.error} project="" />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          disabled={
            json === undefined ||
            !preview.data ||
            runImport.isPending ||
            created + updated === 0 ||
            (invalid > 0 && !skipping)
          }
          onClick={() => json !== undefined && runImport.mutate(json)}
        >
          Import {created + updated > 0 && formatCount(created + updated, 'project')}
        </Button>
      </div>
    </div>
  )
}

function countWords(counts: Output<'project_import'>['counts']): string {
  const words = Object.entries(counts).flatMap(([status, count]) => (count > 0 ? [`${count} ${status}`] : []))
  return words.join(', ') || 'no entries'
}

type Entry = Output<'project_import'>['entries'][number]

const words: { [status in Entry['status']]: string } = {
  created: 'new',
  updated: 'update',
  skipped: 'skip',
  invalid: 'invalid',
}

/** What an import would do with each entry of the file. */
function ImportTable({ entries }: { entries: readonly Entry[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="table-box" aria-label="Preview" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Entry</th>
            <th scope="col">Action</th>
            <th scope="col">Project</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ status, id, name, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are numbered by their place in the file
            <tr key={index}>
              <td className="tabular">{index + 1}</td>
              <td>
                <Badge state={status}>{words[status]}</Badge>
              </td>
              <td>
                {safeText(name)} <code>{safeText(id)}</code>
              </td>
              <td>{reason && safeText(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
