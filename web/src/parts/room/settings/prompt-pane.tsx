import { PenLine, RotateCcw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '../../../operations.ts'
import { promptFieldWords, promptWarning } from '../../../state/room/prompt-words.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../button.tsx'
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
    <article className="tool-prompt" aria-label={safeText(prompt.name)}>
      <header className="prompt-head">
        <div>
          <h2>{safeText(prompt.name)}</h2>
          <p className="muted">
            <code>{safeText(prompt.tool_id)}</code> {prompt.executable ? 'in the catalog' : 'not in the catalog'}
          </p>
        </div>
        {isAdmin && !isEditing && (
          <div className="button-line">
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
        <ul className="prompt-warnings">
          {prompt.warnings.map(warning => (
            <li key={warning} className="mark-line warn">
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
        <dl className="prompt-texts">
          {promptFields
            .filter(field => prompt[field] !== '')
            .map(field => (
              <div key={field}>
                <dt>
                  {promptFieldWords[field]} <Provenance layer={prompt.provenance[field]} />
                </dt>
                <dd className={field === 'example' ? 'mono' : ''}>{safeText(prompt[field])}</dd>
              </div>
            ))}
        </dl>
      )}
    </article>
  )
}

function Provenance({ layer }: { layer: Prompt['provenance'][string] }) {
  return layer ? <LayerMark layer={layer === 'bundled' ? 'builtin' : layer} /> : null
}
