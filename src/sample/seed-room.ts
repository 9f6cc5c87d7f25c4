import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import issues from '../../assets/sample/issues.json' with { type: 'json' }
import { type App, assetsFolder } from '../app.ts'
import { projectUpdate } from '../context/operations/project-fields.ts'
import { isSeeded, markSeeded, sampleDays, sampleRepository } from '../home/sample.ts'
import { callAsOwner } from '../invoke.ts'
import { formatInstant } from '../kernel/instants.ts'
import { localIdentity } from '../projects/roles.ts'
import { visibleProjects } from '../projects/store.ts'
import { roomCanonBuild } from '../room/canon/operations.ts'
import { roomConferenceList, roomConferenceOpen } from '../room/conference/operations.ts'
import { RoomFault } from '../room/faults.ts'
import { issuesFile } from '../room/workspace/layout.ts'
import { roomWorkspaceBind } from '../room/workspace/operations.ts'
import { instantOf, project } from './story.ts'

/** What the first conference is about: one planted contradiction, which is found without a model. */
const agenda = 'Check README.md against the documents. Does anything contradict?'

/**
 * Gives the sample project the till's repository and a room about it, once per database; answers whether there is more to
 * set up. A person who removed the sample, or has a project of that name, is left alone.
 */
export async function bindSampleRoom(app: App, home: string): Promise<boolean> {
  const { isOffered, week } = await app.db.read(async tx => {
    const week = await sampleDays(tx)
    if (await isSeeded(tx, 'sample_room_seeded')) return { week, isOffered: false }
    const projects = await visibleProjects(tx, localIdentity)
    return { week, isOffered: projects.some(({ id, name }) => id === project.id && name === project.name) }
  })
  if (!isOffered) return false
  const path = join(home, ...sampleRepository)
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await callAsOwner(app, roomWorkspaceBind, { path, name: 'Till', template: 'code' }, { project: project.id })
    // A file that was there stays as it is.
    await cp(join(assetsFolder(), 'sample', 'till'), path, { recursive: true, force: false })
    await writeIssues(join(path, issuesFile), week, app.diary.timezone)
    await callAsOwner(app, projectUpdate, { id: project.id, projectPath: path })
    return true
  } catch (error) {
    if (!(error instanceof RoomFault) || error.wire !== 'workspace_exists') throw error
    // The person has made a room of that folder, or gave the sample another one.
    await app.db.write(tx => markSeeded(tx, 'sample_room_seeded'))
    return false
  }
}

/** Reads the documents by rules and opens a conference that is ready to start; goes on where it was cut off. */
export async function fillSampleRoom(app: App, signal: AbortSignal): Promise<boolean> {
  await callAsOwner(app, roomCanonBuild, { wait: true }, { project: project.id })
  if (signal.aborted) return false
  const { conferences } = await callAsOwner(app, roomConferenceList, {}, { project: project.id })
  if (conferences.length === 0) await callAsOwner(app, roomConferenceOpen, { agenda }, { project: project.id })
  await app.db.write(tx => markSeeded(tx, 'sample_room_seeded'))
  return true
}

/** The issues have the times of the week, so they are written once it is known. */
async function writeIssues(file: string, week: readonly string[], timezone: string): Promise<void> {
  const at = (day: number, hour: string) => formatInstant(instantOf({ day, at: hour }, week, timezone))
  const text = JSON.stringify(issues, null, 2).replace(/\{\{day (\d) ([\d:]{5})\}\}/g, (_, day, hour) =>
    at(Number(day), hour),
  )
  await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
}
