import { PenLine, RotateCcw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '../../../operations.ts'
import { promptFieldWords, promptWarning } from '../../../state/room/prompt-words.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../../ui/button.tsx'
import { LayerMark } from '../../context/layer-mark.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'
import { PromptEditor } from './prompt-editor.tsx'

export type Prompt = Output<'room_prompt_list'>['prompts'][number]
export type Field = keyof typeof promptFieldWords

// Spelled out by its keys, which the compiler checks against the registry.
export const promptFields = Object.keys(promptFieldWords) as Field[]

interface Props {
  project: string
  prompt: Prompt
  isAdmin: boolean
}

/** One prompt: each text and where it is from. */
export function PromptPane({ project, prompt, isAdmin }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  const isOwn = Object.values(prompt.provenance).includes('project')
  const reset = useRoomWrite(project, 'room_prompt_remove', {
    refresh: ['room_prompt_list', 'room_tool_list'],
    announcement: () => 'The shipped text is restored',
  })
  return (
    <article className="stack gap-16 min-w-0" aria-label={safeText(prompt.name)}>
      <header className="flex wrap items-start justify-between gap-10">
        <div>
          <h2>{safeText(prompt.name)}</h2>
          <p className="muted">
            <code>{safeText(prompt.tool_id)}</code> {prompt.executable ? 'in the catalog' : 'not in the catalog'}
          </p>
        </div>
        {isAdmin && !isEditing && (
          <div className="row wrap gap-8">
            {isOwn && (
              <Button icon={RotateCcw} small disabled={reset.isPending} onClick={() => reset.mutate({ id: prompt.id })}>
                Back to the shipped text
              </Button>
            )}
            <Button icon={PenLine} small onClick={() => setIsEditing(true)}>
              Change for this project
            </Button>
          </div>
        )}
      </header>
      <RoomFault error={reset.error} />
      {prompt.warnings.length > 0 && (
        <ul className="mb-8 py-10 px-12 rounded-m bg-warn ink stack gap-6">
          {prompt.warnings.map(warning => (
            <li key={warning} className="flex items-start gap-6 tone-warn text-xs">
              <TriangleAlert aria-hidden="true" />
              <span>
                {promptWarning(warning)} <code>{safeText(warning)}</code>
              </span>
            </li>
          ))}
        </ul>
      )}
      {isEditing ? (
        <PromptEditor project={project} prompt={prompt} onClose={() => setIsEditing(false)} />
      ) : (
        <dl className="stack gap-16">
          {promptFields
            .filter(field => prompt[field] !== '')
            .map(field => (
              <div key={field}>
                <dt className="row gap-8 mb-4 soft text-xs weight-550">
                  {promptFieldWords[field]} <Provenance layer={prompt.provenance[field]} />
                </dt>
                <dd
                  className={
                    field === 'example' ? 'mono text-xs pre-wrap break-anywhere' : 'text-s pre-wrap break-anywhere'
                  }
                >
                  {safeText(prompt[field])}
                </dd>
              </div>
            ))}
        </dl>
      )}
    </article>
  )
}

/** Nothing where the text is the shipped one, as nearly all are. */
function Provenance({ layer }: { layer: Prompt['provenance'][string] }) {
  return layer && layer !== 'bundled' ? <LayerMark layer={layer} /> : null
}
