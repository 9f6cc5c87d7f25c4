import { Play, TriangleAlert } from 'lucide-react'
import type { Output } from '../../../operations.ts'
import { useMayWrite } from '../../../state/role.ts'
import { pluralize } from '../../../state/words.ts'
import { Button } from '../../button.tsx'
import { safeText } from '../../transcript/safe-text.ts'

export type Recipe = Output<'room_recipe_list'>['recipes'][number]

interface Props {
  project: string
  recipes: readonly Recipe[]
  onStart: (recipe: Recipe) => void
}

/** The recipes; one with errors lists them. */
export function RecipeList({ project, recipes, onStart }: Props) {
  const mayWrite = useMayWrite(project)
  return (
    <ul className="recipe-list">
      {recipes.map(recipe => (
        <li key={recipe.recipe_id} className="recipe">
          <div>
            <h2>{safeText(recipe.label ?? recipe.recipe_id)}</h2>
            <p className="recipe-facts">
              <code>{safeText(recipe.recipe_id)}</code>
              {recipe.origin === 'project' && <span>of this project</span>}
              {recipe.steps !== undefined && <span>{pluralize(recipe.steps, 'step')}</span>}
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
      <p className="mark-line warn">
        <TriangleAlert aria-hidden="true" /> It cannot be started
      </p>
      <ul className="recipe-errors">
        {errors.map(error => (
          <li key={error}>
            <code>{safeText(error)}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
