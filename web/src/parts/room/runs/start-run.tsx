import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { freshKey } from '../../../state/fresh-key.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'
import type { Recipe } from './recipe-list.tsx'
import { RunArg } from './run-arg.tsx'

interface Props {
  project: string
  recipe: Recipe | undefined
  onClose: () => void
}

/** Asks for a recipe's arguments, and starts a run of it. */
export function StartRun({ project, recipe, onClose }: Props) {
  return (
    <Modal
      open={recipe !== undefined}
      onClose={onClose}
      title={recipe ? safeText(recipe.label ?? recipe.recipe_id) : ''}
      lead="Empty fields use the recipe’s defaults."
    >
      {recipe && <StartForm key={recipe.recipe_id} project={project} recipe={recipe} onClose={onClose} />}
    </Modal>
  )
}

function StartForm({ project, recipe, onClose }: { project: string; recipe: Recipe; onClose: () => void }) {
  const navigate = useNavigate()
  const tree = useQuery(roomQuery(project, 'room_tree_show', {}))
  const [values, setValues] = useState<{ [name: string]: string }>({})
  const [description, setDescription] = useState('')
  // A second click, or a lost answer, starts no second run.
  const [idempotencyKey] = useState(freshKey)
  const start = useRoomWrite(project, 'room_run_start', {
    refresh: ['room_run_list'],
    announcement: () => 'The run has started',
    onDone: ({ run_id }) => {
      onClose()
      void navigate({ to: '/p/$project/room/runs/$run', params: { project, run: run_id } })
    },
  })
  const args = recipe.args ?? []
  const isMissing = args.some(({ name, required }) => required && (values[name] ?? '').trim() === '')
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        const given = args.flatMap(arg => argValue(arg, values[arg.name] ?? ''))
        start.mutate({
          recipe_id: recipe.recipe_id,
          args: Object.fromEntries(given),
          idempotencyKey,
          ...(description.trim() && { description: description.trim() }),
        })
      }}
    >
      {args.map(arg => (
        <RunArg
          key={arg.name}
          arg={arg}
          files={tree.data?.files ?? []}
          value={values[arg.name] ?? ''}
          onChange={value => setValues({ ...values, [arg.name]: value })}
        />
      ))}
      <TextAreaField
        label="Purpose"
        help="Optional. The run’s agents see it."
        maxLength={4000}
        value={description}
        onChange={setDescription}
      />
      <RoomFault error={start.error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={start.isPending || isMissing}>
          Start the run
        </Button>
      </div>
    </form>
  )
}

type Arg = NonNullable<Recipe['args']>[number]

/** The typed value as the tool takes it; nothing for an empty field. */
function argValue({ name, type }: Arg, typed: string): [string, string | string[] | number | boolean][] {
  const text = typed.trim()
  if (text === '') return []
  if (type === 'string[]') return [[name, text.split('\n').flatMap(line => line.trim() || [])]]
  if (type === 'integer' && Number.isSafeInteger(Number(text))) return [[name, Number(text)]]
  return [[name, type === 'boolean' ? text === 'true' : text]]
}
