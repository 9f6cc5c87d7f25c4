import { loadPrices } from '../prices/price-table.ts'
import { orUndefined } from '../rejection.ts'
import type { CostFigures } from '../report/cost-schema.ts'
import { turnCost } from '../report/statistics.ts'
import { sumCosts } from '../report/text/costs.ts'
import type { DiarySettings } from '../settings.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { loadProjects, turnsOf } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'

/** What the turns of some projects cost on some days, as far as the days were read. */
export async function projectCosts(
  settings: DiarySettings,
  project_keys: readonly string[],
  dates: readonly string[],
): Promise<CostFigures> {
  const prices = await loadPrices(settings)
  const costs: CostFigures[] = []
  for (const date of dates) {
    const found = readWorkspace({ diary: settings }, date, async workspace => {
      const projects = (await loadProjects(workspace)).filter(({ key }) => project_keys.includes(key))
      const figures: CostFigures[] = []
      for (const project of projects) {
        const facts = await loadFacts(project)
        figures.push(...turnsOf(project).map(turn => turnCost(facts.get(turnKey(turn)), prices)))
      }
      return figures
    })
    costs.push(...((await orUndefined(found)) ?? []))
  }
  return sumCosts(costs)
}
