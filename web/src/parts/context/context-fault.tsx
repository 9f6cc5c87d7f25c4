import { formatNumber } from '../../../../src/kernel/numbers.ts'
import '../room/talk.css'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallFault, call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { cacheProject } from '../../state/context/queries.ts'
import { type Remedy, remedyOf } from '../../state/context/remedies.ts'
import { useMayWrite } from '../../state/role.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { CopyButton } from './copy-button.tsx'

interface Props {
  error: unknown
  /** The project the failed call was about. */
  project: string
  onRetry?: (() => void) | undefined
  /** Remedies that only the screen itself can apply. */
  onRemedy?: { [way in Remedy['way']]?: (remedy: Extract<Remedy, { way: way }>) => void }
}

/** A failure of the context part: its own text, and its remedy as a button. */
export function ContextFault({ error, project, onRetry, onRemedy = {} }: Props) {
  if (!(error instanceof CallFault) || error.code === 'OFFLINE') return <FaultView error={error} onRetry={onRetry} />
  const remedy = remedyOf(error)
  return (
    <div className="fault flex gap-12 py-12 px-16 rounded-l bg-bad text-s" role="alert">
      <TriangleAlert aria-hidden="true" />
      <div className="stack gap-4 justify-items-start">
        <FaultText fault={error} />
        <p className="flex gap-10 soft text-xs">
          <code>{error.code}</code>
        </p>
        <div className="flex wrap gap-6">
          {remedy && <RemedyButton remedy={remedy} project={project} onRemedy={onRemedy} />}
          {onRetry && (
            <Button icon={RefreshCw} small onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

function FaultText({ fault: { message, problems } }: { fault: CallFault }) {
  if (problems.length === 0) return <p className="weight-600">{safeText(message)}</p>
  return (
    <ul className="weight-600">
      {problems.map(({ at, message }) => (
        <li key={`${at} ${message}`}>
          <code>{at}</code>: {message}
        </li>
      ))}
    </ul>
  )
}

interface RemedyProps extends Required<Pick<Props, 'project' | 'onRemedy'>> {
  remedy: Remedy
}

function RemedyButton({ remedy, project, onRemedy }: RemedyProps): ReactNode {
  switch (remedy.way) {
    case 'clear-path':
      return <ClearPath project={project} />
    case 'choose-prompt': {
      const choose = onRemedy['choose-prompt']
      return (
        choose &&
        remedy.keys.map(key => <Choice key={key} word={key} onChoose={() => choose({ ...remedy, keys: [key] })} />)
      )
    }
    case 'raise-budget': {
      const raise = onRemedy['raise-budget']
      return (
        raise && <Choice word={`Raise the budget to ${formatNumber(remedy.tokens)}`} onChoose={() => raise(remedy)} />
      )
    }
    case 'copy-file':
      return <CopyButton text={remedy.file} label="Copy the file’s path" what="The path" small />
    case 'list-projects':
      return (
        <Link to="/projects" className="button small">
          List projects
        </Link>
      )
    case 'list-prompts':
      return (
        <Link to="/p/$project/context/prompts" params={{ project }} className="button small">
          List prompts
        </Link>
      )
    case 'force-delete': {
      const force = onRemedy['force-delete']
      return force && <Choice word="Move it to the trash anyway" onChoose={() => force(remedy)} />
    }
    case 'clear-summary': {
      const clear = onRemedy['clear-summary']
      return clear && <Choice word="Store no summary" onChoose={() => clear(remedy)} />
    }
  }
}

function Choice({ word, onChoose }: { word: string; onChoose: () => void }) {
  return (
    <Button small onClick={onChoose}>
      {word}
    </Button>
  )
}

function ClearPath({ project }: { project: string }) {
  const mayWrite = useMayWrite(project)
  const clear = useMutation({
    mutationFn: () => call('project_update', { id: project, projectPath: '' }),
    onSuccess: data => {
      cacheProject(data)
      announce('Folder cleared: built-in prompts are used')
    },
    onError: () => announce('The folder was not cleared', 'alert'),
  })
  if (!mayWrite) return null
  return (
    <>
      <Button small disabled={clear.isPending} onClick={() => clear.mutate()}>
        Clear the folder
      </Button>
      <Link to="/p/$project/context/project" params={{ project }} hash="field-projectPath" className="button small">
        Correct it
      </Link>
    </>
  )
}
