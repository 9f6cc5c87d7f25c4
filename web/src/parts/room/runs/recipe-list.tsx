import { useQuery } from '@tanstack/react-query'
import { Play, TriangleAlert } from 'lucide-react'
import { formatCount } from '../../../../../src/kernel/numbers.ts'
import type { Output } from '../../../operations.ts'
import { useMayWrite } from '../../../state/role.ts'
import { workspaceQuery } from '../../../state/room/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { safeText } from '../../transcript/safe-text.ts'

export type Recipe = Output<'room_recipe_list'>['recipes'][number]

interface Props {
  project: string
  recipes: readonly Recipe[]
  onStart: (recipe: Recipe) => void
}

/** The recipes; one with errors lists them. Those for stories are folded away where there is code. */
export function RecipeList({ project, recipes, onStart }: Props) {
  const isOfCode = useQuery(workspaceQuery(project)).data?.template === 'code'
  const folded = recipes.filter(({ recipe_id, origin }) => isOfCode && origin !== 'project' && ofStories.has(recipe_id))
  const tiles = { project, onStart }
  return (
    <>
      <RecipeTiles recipes={recipes.filter(recipe => !folded.includes(recipe))} {...tiles} />
      {folded.length > 0 && (
        <details className="mt-16">
          <summary className="muted pointer text-s">{formatCount(folded.length, 'recipe')} for stories</summary>
          <div className="mt-12">
            <RecipeTiles recipes={folded} {...tiles} />
          </div>
        </details>
      )}
    </>
  )
}

const ofStories = new Set([
  'analytical_prose',
  'analytical_scene_validate',
  'creative_draft_scene',
  'structural_canon',
  'structural_outline',
])

function RecipeTiles({ project, recipes, onStart }: Props) {
  const mayWrite = useMayWrite(project)
  return (
    <ul className="tiles">
      {recipes.map(recipe => (
        <li
          key={recipe.recipe_id}
          className="recipe flex items-start justify-between gap-12 py-12 px-16 border rounded-l bg-surface"
        >
          <div className="stack gap-4 min-w-0">
            <h2 className="text-m" title={safeText(recipe.recipe_id)}>
              {safeText(recipe.label ?? recipe.recipe_id)}
            </h2>
            <p className="flex wrap gap-y-2 gap-x-10 muted text-xs break-anywhere">
              {recipe.origin === 'project' && <span>of this project</span>}
              {recipe.steps !== undefined && <span>{formatCount(recipe.steps, 'step')}</span>}
            </p>
            {recipe.errors && <Errors errors={recipe.errors} />}
          </div>
          {mayWrite && !recipe.errors && (
            <Button
              icon={Play}
              small
              aria-label={`Start: ${safeText(recipe.label ?? recipe.recipe_id)}`}
              onClick={() => onStart(recipe)}
            >
              Start…
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Errors({ errors }: { errors: readonly string[] }) {
  return (
    <>
      <p className="mark-line tone-warn">
        <TriangleAlert aria-hidden="true" /> It cannot be started
      </p>
      <ul className="soft text-xs break-anywhere">
        {errors.map(error => (
          <li key={error}>
            <code>{safeText(error)}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
