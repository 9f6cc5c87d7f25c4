import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CornerDownRight } from 'lucide-react'
import { filledQuery } from '../../state/context/filled-prompt.ts'
import { useDebounced } from '../../state/debounced.ts'
import { safeText } from '../transcript/safe-text.ts'
import { ContextFault } from './context-fault.tsx'
import { LayerMark } from './layer-mark.tsx'

interface Props {
  project: string
  instruction: string
  onChoose: (key: string) => void
}

/** The text an instruction, saved or not, becomes in the block. */
export function EffectivePrompt({ project, instruction, onChoose }: Props) {
  const wanted = useDebounced(instruction)
  const filled = useQuery(filledQuery(project, wanted))
  if (filled.error) {
    return (
      <ContextFault
        error={filled.error}
        project={project}
        onRemedy={{ 'choose-prompt': ({ keys: [key = ''] }) => onChoose(key) }}
      />
    )
  }
  if (!filled.data) return null
  const { text, why } = filled.data
  return (
    <details className="text-s">
      <summary className="row gap-8 soft pointer">
        <CornerDownRight aria-hidden="true" />
        {why?.source === 'prompt' && why.id !== undefined ? (
          <span>
            The prompt <code>{why.id}</code>
          </span>
        ) : (
          <span>{why?.source === 'project' && wanted.trim() !== '' ? 'Free text' : 'No prompt'}</span>
        )}
        {why?.layer && <LayerMark layer={why.layer} />}
      </summary>
      <pre className="code-block">{safeText(text)}</pre>
      {why?.source === 'prompt' && why.id !== undefined && (
        <Link to="/p/$project/context/prompts" params={{ project }} search={{ key: why.id }} className="text-link">
          Open in the library
        </Link>
      )}
    </details>
  )
}
