import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { sampleRoomFolder } from '../home/sample.ts'
import { isSeeded, markSeeded } from '../home/seeded.ts'
import { callAsOwner } from '../invoke.ts'
import { localIdentity } from '../projects/roles.ts'
import { visibleProjects } from '../projects/store.ts'
import { roomCanonBuild } from '../room/canon/operations.ts'
import { roomConferenceList, roomConferenceOpen } from '../room/conference/operations.ts'
import { RoomFault } from '../room/faults.ts'
import { roomWorkspaceBind } from '../room/workspace/operations.ts'
import { project } from './story.ts'

export const sampleRoomName = 'The Low Bell'

/** What the first conference is about: one planted contradiction, which is found without a model. */
const agenda = 'Check scene 4 against canon. Does anything contradict?'

/**
 * Gives the sample project its room, once per database; answers whether there is more to set up. A person who removed
 * the sample, or has a project of that name, is left alone.
 */
export async function bindSampleRoom(app: App, home: string): Promise<boolean> {
  const isOffered = await app.db.read(async tx => {
    if (await isSeeded(tx, 'sample_room_seeded')) return false
    const projects = await visibleProjects(tx, localIdentity)
    return projects.some(({ id, name }) => id === project.id && name === project.name)
  })
  if (!isOffered) return false
  const path = join(home, ...sampleRoomFolder)
  await mkdir(path, { recursive: true, mode: 0o700 })
  try {
    await callAsOwner(app, roomWorkspaceBind, { path, name: sampleRoomName, sample: true }, { project: project.id })
    return true
  } catch (error) {
    if (!(error instanceof RoomFault) || error.wire !== 'workspace_exists') throw error
    // The person has made a room of that folder, or gave the sample another one.
    await app.db.write(tx => markSeeded(tx, 'sample_room_seeded'))
    return false
  }
}

/** Reads the cards by rules and opens a conference that is ready to start; goes on where it was cut off. */
export async function fillSampleRoom(app: App, signal: AbortSignal): Promise<boolean> {
  await callAsOwner(app, roomCanonBuild, { wait: true }, { project: project.id })
  if (signal.aborted) return false
  const { conferences } = await callAsOwner(app, roomConferenceList, {}, { project: project.id })
  if (conferences.length === 0) await callAsOwner(app, roomConferenceOpen, { agenda }, { project: project.id })
  await app.db.write(tx => markSeeded(tx, 'sample_room_seeded'))
  return true
}
