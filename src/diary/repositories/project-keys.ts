import type { Tx } from '../../db/db.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { allDiaryLinks } from '../../projects/diary-links.ts'
import type { DiarySettings } from '../settings.ts'
import { projectKeysAt } from './repositories.ts'

type Settings = Pick<DiarySettings, 'root' | 'environment'>
type Project = Pick<ProjectRow, 'id' | 'project_path'>

/** The diary's names of a project: those linked to it, and those of its folder that are linked to no other project. */
export async function diaryKeysOf(tx: Tx, settings: Settings, project: Project): Promise<string[]> {
  return (await diaryKeysOfAll(tx, settings, [project])).get(project.id) ?? []
}

/** The same of several projects, by their id. */
export async function diaryKeysOfAll(
  tx: Tx,
  settings: Settings,
  projects: readonly Project[],
): Promise<Map<string, string[]>> {
  const links = await allDiaryLinks(tx)
  const linked = new Set(links.map(({ value }) => value))
  const placed = projects.filter(({ project_path }) => project_path)
  // A path cleared with "" is not a folder.
  const folders = projectKeysAt(
    settings,
    placed.map(({ project_path }) => project_path ?? ''),
  )
  return new Map(
    projects.map(project => {
      const own = links.filter(({ project_id }) => project_id === project.id).map(({ value }) => value)
      const found = folders[placed.indexOf(project)] ?? []
      return [project.id, [...new Set([...own, ...found.filter(key => !linked.has(key))])]]
    }),
  )
}
