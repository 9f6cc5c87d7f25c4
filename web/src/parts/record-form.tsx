import './records.css'
import { useState } from 'react'
import { formatSize } from '../../../src/kernel/numbers.ts'
import { furtherTextFields } from '../../../src/records/text-fields.ts'
import type { CallFault } from '../api.ts'
import { type DraftForm, fieldLabel } from '../state/draft-form.ts'
import type { DraftFields } from '../state/drafts.ts'
import { metadataFault } from '../state/record-changes.ts'
import { byteSize } from '../state/words.ts'
import { fieldFaults, ruleWords } from '../ui/fault-view.tsx'
import { Counter, Field, TextAreaField, TextField } from '../ui/field.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { Segmented } from '../ui/segmented.tsx'

interface Props {
  project: string
  form: Pick<DraftForm, 'fields' | 'set'>
  /** The type is set once; later it changes by an operation of its own. */
  withType: boolean
  error: CallFault | Error | null
}

const commonTypes = ['question', 'decision', 'conclusion', 'option', 'finding', 'note']

/** A record's text as a form, stored exactly as typed. */
export function RecordForm({ project, form: { fields, set }, withType, error }: Props) {
  const faultOf = (path: keyof DraftFields) => {
    const fault = fieldFaults(error).find(field => field.path === path || field.path.startsWith(`${path}.`))
    return fault && ruleWords(fault)
  }
  // What it holds is written by the evidence picker and by agents: it is unfolded only where it must be mended.
  const metadataWrong = metadataFault(fields.metadata) ?? faultOf('metadata')
  return (
    <div className="stack gap-16 mb-16">
      <div className={withType ? 'form-row' : undefined}>
        <TextField
          label="Title"
          fault={faultOf('title')}
          counter={<Counter actual={[...fields.title].length} limit={300} unit="characters" />}
          className="title-input text-l weight-550"
          placeholder="What is this about, in one line?"
          value={fields.title}
          onChange={text => set('title', text)}
        />
        {withType && (
          <Field label="Type" fault={faultOf('type')}>
            {control => (
              <>
                <input
                  {...control}
                  className="input"
                  list={`${control.id}-types`}
                  placeholder="question"
                  value={fields.type}
                  onChange={event => set('type', event.target.value)}
                />
                <datalist id={`${control.id}-types`}>
                  {commonTypes.map(type => (
                    <option key={type} value={type} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        )}
      </div>
      <TextAreaField
        label="Summary"
        fault={faultOf('summary')}
        help="One or two sentences; lists and agents see this first."
        counter={<Counter actual={[...fields.summary].length} limit={2000} unit="characters" />}
        className="short"
        value={fields.summary}
        onChange={text => set('summary', text)}
      />
      {furtherTextFields.map(field => (
        <TextAreaField
          key={field}
          label={fieldLabel(field)}
          fault={faultOf(field)}
          className="short"
          value={fields[field]}
          onChange={text => set(field, text)}
        />
      ))}
      <BodyField project={project} body={fields.body} fault={faultOf('body')} onChange={body => set('body', body)} />
      <details open={fields.related !== '' || fields.affects !== '' || metadataWrong !== undefined}>
        <summary className="soft text-s weight-500 pointer mb-12">Related records, files and metadata</summary>
        <div className="form">
          <TextField
            label="Related records"
            fault={faultOf('related')}
            help="Ids, separated by commas."
            isMono
            placeholder="R002, R014"
            value={fields.related}
            onChange={text => set('related', text)}
          />
          <TextField
            label="Governs files"
            fault={faultOf('affects')}
            help="Globs from the project’s folder, separated by commas. Agents are told before they edit such a file."
            isMono
            placeholder="src/db/**, *.sql"
            value={fields.affects}
            onChange={text => set('affects', text)}
          />
          <TextAreaField
            label="Metadata"
            fault={metadataWrong}
            help="A JSON object; its top-level texts and numbers are searchable."
            className="source"
            spellCheck={false}
            value={fields.metadata}
            onChange={text => set('metadata', text)}
          />
        </div>
      </details>
    </div>
  )
}

interface BodyProps {
  project: string
  body: string
  fault: string | undefined
  onChange: (body: string) => void
}

function BodyField({ project, body, fault, onChange }: BodyProps) {
  const [preview, setPreview] = useState(false)
  const size = byteSize(body)
  return (
    <div className="relative">
      <Segmented
        className="body-switch"
        label="Body view"
        options={[
          [false, 'Write'],
          [true, 'Preview'],
        ]}
        value={preview}
        onChange={setPreview}
      />
      {preview ? (
        <section aria-label="Preview of the body" className="body-preview mt-24 py-12 px-16 border rounded-m">
          {body.trim() === '' ? (
            <p className="muted">Nothing written yet.</p>
          ) : (
            <Markdown project={project} text={body} />
          )}
        </section>
      ) : (
        <TextAreaField
          label="Body"
          fault={fault}
          help={`Markdown. The full reasoning, understandable without other context. ${formatSize(size)}`}
          counter={<Counter actual={size} limit={262_144} unit="bytes" />}
          className="source body-input"
          value={body}
          onChange={onChange}
        />
      )}
    </div>
  )
}
