import { useState } from 'react'
import { furtherTextFields } from '../../../src/records/text-fields.ts'
import type { CallFault } from '../api.ts'
import { type DraftForm, fieldLabel } from '../state/draft-form.ts'
import type { DraftFields } from '../state/drafts.ts'
import { metadataFault } from '../state/record-changes.ts'
import { byteSize, sizeWords } from '../state/words.ts'
import { fieldFaults, ruleWords } from './fault-view.tsx'
import { Counter, Field } from './field.tsx'
import { Markdown } from './markdown.tsx'

interface Props {
  project: string
  form: Pick<DraftForm, 'fields' | 'set'>
  /** The type is chosen once; later it changes by its own operation. */
  withType: boolean
  error: CallFault | Error | null
}

const commonTypes = ['question', 'decision', 'conclusion', 'option', 'finding', 'note']

/** The text of a record as a form: what is written is what is stored. */
export function RecordForm({ project, form: { fields, set }, withType, error }: Props) {
  const faultOf = (path: keyof DraftFields) => {
    const fault = fieldFaults(error).find(field => field.path === path || field.path.startsWith(`${path}.`))
    return fault && ruleWords(fault)
  }
  return (
    <div className="record-form">
      <div className={withType ? 'form-row' : undefined}>
        <Field
          label="Title"
          fault={faultOf('title')}
          counter={<Counter actual={[...fields.title].length} limit={300} unit="characters" />}
        >
          {control => (
            <input
              {...control}
              className="input title-input"
              placeholder="What is this about, in one line?"
              value={fields.title}
              onChange={event => set('title', event.target.value)}
            />
          )}
        </Field>
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
      <Field
        label="Summary"
        fault={faultOf('summary')}
        help="One or two sentences; lists and agents see this first."
        counter={<Counter actual={[...fields.summary].length} limit={2000} unit="characters" />}
      >
        {control => (
          <textarea
            {...control}
            className="textarea short"
            value={fields.summary}
            onChange={event => set('summary', event.target.value)}
          />
        )}
      </Field>
      {furtherTextFields.map(field => (
        <Field key={field} label={fieldLabel(field)} fault={faultOf(field)}>
          {control => (
            <textarea
              {...control}
              className="textarea short"
              value={fields[field]}
              onChange={event => set(field, event.target.value)}
            />
          )}
        </Field>
      ))}
      <BodyField project={project} body={fields.body} fault={faultOf('body')} onChange={body => set('body', body)} />
      <details className="more-fields" open={fields.related !== '' || fields.metadata !== ''}>
        <summary>Related records and metadata</summary>
        <Field label="Related records" fault={faultOf('related')} help="Ids, separated by commas.">
          {control => (
            <input
              {...control}
              className="input mono"
              placeholder="R002, R014"
              value={fields.related}
              onChange={event => set('related', event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Metadata"
          fault={metadataFault(fields.metadata) ?? faultOf('metadata')}
          help="A JSON object; its top-level words and numbers can be searched for."
        >
          {control => (
            <textarea
              {...control}
              className="textarea source"
              spellCheck={false}
              value={fields.metadata}
              onChange={event => set('metadata', event.target.value)}
            />
          )}
        </Field>
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
    <div className="body-field">
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that switch a view are no set of form fields */}
      <div className="segmented body-switch" role="group" aria-label="Body view">
        <button type="button" aria-pressed={!preview} onClick={() => setPreview(false)}>
          Write
        </button>
        <button type="button" aria-pressed={preview} onClick={() => setPreview(true)}>
          Preview
        </button>
      </div>
      {preview ? (
        <section aria-label="Preview of the body" className="body-preview">
          {body.trim() === '' ? (
            <p className="muted">Nothing written yet.</p>
          ) : (
            <Markdown project={project} text={body} />
          )}
        </section>
      ) : (
        <Field
          label="Body"
          fault={fault}
          help={`Markdown. The whole reasoning, so that a stranger understands it. ${sizeWords(size)}`}
          counter={<Counter actual={size} limit={262_144} unit="bytes" />}
        >
          {control => (
            <textarea
              {...control}
              className="textarea source body-input"
              value={body}
              onChange={event => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
    </div>
  )
}
