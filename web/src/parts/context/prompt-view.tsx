import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { filledQuery } from '../../state/context/filled-prompt.ts'
import { projectQuery, promptQuery, type Template } from '../../state/context/queries.ts'
import { useShortcuts } from '../../state/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tip } from '../../ui/tip.tsx'
import { copyText } from '../copy-text.ts'
import { safeText } from '../transcript/safe-text.ts'
import { ContextLoaded } from './context-loaded.tsx'
import { CopyButton } from './copy-button.tsx'
import { LayerMark } from './layer-mark.tsx'
import { WhyLine } from './why-list.tsx'

interface Props {
  project: string
  template: Template
  isFilled: boolean
  onFilled: (filled: boolean) => void
}

/** One prompt as it is written, or filled in for this project's block. */
export function PromptView({ project, template, isFilled, onFilled }: Props) {
  const raw = useQuery(promptQuery(project, template.key))
  const filled = useQuery({ ...filledQuery(project, template.key), enabled: isFilled })
  const body = raw.data && bodyOf(raw.data.text)
  const text = isFilled ? filled.data?.text : body
  useShortcuts({ c: () => void (text !== undefined && copyText(text, `Prompt ${template.key}`)) })
  return (
    <article className="stack gap-12 min-w-0" aria-labelledby="prompt-name">
      <header className="row wrap gap-y-8 gap-x-10">
        <h2 className="text-xl" id="prompt-name">
          {safeText(template.name)}
        </h2>
        <LayerMark layer={template.source} />
        <div className="row gap-8 push-end">
          <Segmented
            label="Placeholders"
            options={[
              [false, 'As written'],
              [true, 'Filled in'],
            ]}
            value={isFilled}
            onChange={onFilled}
          />
          <Tip label="Copy the prompt" keys="c">
            <Button
              icon={Copy}
              small
              disabled={text === undefined}
              onClick={() => void (text !== undefined && copyText(text, `Prompt ${template.key}`))}
            >
              Copy
            </Button>
          </Tip>
        </div>
      </header>
      <p className="flex gap-12 text-s">
        <code>{safeText(template.key)}</code>
        {template.parameterCount > 0 && (
          <span className="muted">{formatCount(template.parameterCount, 'placeholder')}</span>
        )}
      </p>
      <ContextLoaded
        query={isFilled ? { ...filled, data: filled.data?.text } : { ...raw, data: body }}
        label="the prompt"
        project={project}
      >
        {text => (
          <div className="prompt-text p-20 border rounded-l bg-surface">
            <pre className="code-block bare">{isFilled ? safeText(text) : <Placeholders text={text} />}</pre>
          </div>
        )}
      </ContextLoaded>
      {raw.data && (
        <p className="soft text-xs break-anywhere row wrap gap-y-2 gap-x-8 min-w-0">
          <WhyLine project={project} why={raw.data.why} />
        </p>
      )}
      <Eject project={project} template={template} />
    </article>
  )
}

/** The text after the front matter that names the prompt. */
function bodyOf(text: string): string {
  const line = '\n\n---\n\n'
  return text.slice(text.indexOf(line) + line.length)
}

/** Highlights what looks like a placeholder; only the server knows whether it is one. */
function Placeholders({ text }: { text: string }) {
  const pieces = safeText(text).split(/(\{\{?[^{}\n]+\}?\})/)
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
      <mark key={index} className="placeholder py-2 px-4 rounded-s bg-accent tone-accent">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}

/** Prompts are edited in files; the page shows the command that creates one there. */
function Eject({ project, template: { key, source } }: { project: string; template: Template }) {
  const { data } = useQuery(projectQuery(project))
  if (source === 'project') {
    return (
      <p className="soft text-xs break-anywhere stack gap-6">
        This prompt is in the project’s folder: edit the file above.
      </p>
    )
  }
  const command = `daybook context prompts eject --project ${project} --key ${key}`
  return (
    <div className="soft text-xs break-anywhere stack gap-6">
      <p>
        {data?.projectPath
          ? 'To change it for this project, copy it into the project’s folder and edit it there:'
          : 'To change it for this project, give the project a folder first; then copy the prompt into it:'}
      </p>
      <div className="py-6 pl-12 row gap-10 rounded-m bg-sunken border">
        <code className="grow min-w-0 ink break-anywhere">{command}</code>
        <CopyButton text={command} label="Copy" what="The command" small />
      </div>
    </div>
  )
}
