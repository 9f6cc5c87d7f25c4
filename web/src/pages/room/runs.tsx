import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { Output } from '../../operations.ts'
import { Ago } from '../../parts/ago.tsx'
import { type Recipe, RecipeList } from '../../parts/room/runs/recipe-list.tsx'
import { RunMark } from '../../parts/room/runs/run-mark.tsx'
import { StartRun } from '../../parts/room/runs/start-run.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { isRunning } from '../../state/room/run-words.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

type Run = Output<'room_run_list'>['runs'][number]

/** Work in fixed steps: tools with receipts first, then agents that must cite them. */
export function RunsPage() {
  const project = useProject()
  const [limit, setLimit] = useState(50)
  const [starting, setStarting] = useState<Recipe>()
  const recipes = useQuery(roomQuery(project, 'room_recipe_list', {}))
  const runs = useQuery({
    ...roomQuery(project, 'room_run_list', { limit }),
    refetchInterval: ({ state }) => (state.data?.runs.some(({ status }) => isRunning(status)) ? 1500 : false),
  })
  const labels = new Map(recipes.data?.recipes.map(({ recipe_id, label }) => [recipe_id, label]))
  return (
    <div className="page">
      <PageHead
        title="Runs"
        lead="A recipe runs its tools first, each with a receipt; then its agents comment, and only cited claims count."
      />
      <section aria-label="Recipes">
        <Loaded query={recipes} label="recipes" lines={6}>
          {({ recipes: listed }) => <RecipeList project={project} recipes={listed} onStart={setStarting} />}
        </Loaded>
      </section>
      <Section title="Runs" count={runs.data?.runs.length || undefined}>
        <Loaded query={runs} label="runs" lines={4}>
          {({ runs: listed, nextCursor }) => (
            <>
              {listed.length === 0 && <p className="block-none">None yet. Start one with a recipe above.</p>}
              <ul>
                {listed.map(run => (
                  <li key={run.run_id}>
                    <RunRow project={project} run={run} label={labels.get(run.recipe_id)} />
                  </li>
                ))}
              </ul>
              {nextCursor !== null && (
                <Button onClick={() => setLimit(Math.min(500, limit + 100))}>Show more runs</Button>
              )}
            </>
          )}
        </Loaded>
      </Section>
      <StartRun project={project} recipe={starting} onClose={() => setStarting(undefined)} />
    </div>
  )
}

function RunRow({ project, run, label }: { project: string; run: Run; label: string | undefined }) {
  const { run_id, status, description, recipe_id, current_step_index, total_steps, created_at, attempt } = run
  return (
    <Link
      to="/p/$project/room/runs/$run"
      params={{ project, run: run_id }}
      className="list-row lead-column"
      data-row
      onKeyDown={moveWithArrows}
    >
      <RunMark status={status} />
      <span className="truncate weight-500">{safeText(description || label || recipe_id)}</span>
      <span className="flex gap-12 muted text-xs">
        {isRunning(status) && (
          <span className="tabular">
            step {Math.min(current_step_index + 1, total_steps)} of {total_steps}
          </span>
        )}
        {attempt > 1 && <span>{formatCount(attempt, 'attempt')}</span>}
        <Ago time={created_at} />
      </span>
    </Link>
  )
}
